import { type History, type Line, describeCall, isDone, isManagementWrite, placeOf } from './history/line.ts'
import { type Start, World } from './history/world.ts'
import { concernedCluster, isPaused } from './plan-of.ts'
import { type Violation, breach } from './violation.ts'

/** What writes for a paused cluster are judged by. */
export interface PauseOptions {
  readonly start?: Start
  /** How long a write that was decided before the pause may take to arrive; a label never may, it names its version. */
  readonly graceMs?: number
}

/** Finds writes that concern a paused Cluster. Words are no such writes: the status of Fitout's own object, and Events. */
export function checkPause(
  history: History,
  { start, graceMs = 0 }: PauseOptions = {},
): readonly Violation[] {
  const world = new World(start)
  const since = new Map<string, number>()
  return history.flatMap(line => {
    const found = isManagementWrite(line) && isDone(line) ? duringPause(line, world) : undefined
    const isLate = line.t - (since.get(found?.cluster ?? '') ?? -Infinity) > graceMs || isLabelWrite(line)
    world.see(line)
    notePause(line, world, since)
    if (!found || !isLate) return []
    return breach('pause', line, `${describeCall(line)} concerns Cluster ${found.cluster}, which is paused`)
  })
}

function duringPause(line: Line, world: World): { readonly cluster: string } | undefined {
  if (isWord(line)) return undefined
  const concerned = concernedCluster(line, world)
  if (!concerned) return undefined
  const cluster = world.find('clusters', concerned.namespace, concerned.name)
  return isPaused(cluster) ? { cluster: placeOf(concerned) } : undefined
}

function isWord({ resource, subresource }: Line): boolean {
  return resource === 'events' || (resource === 'clusterfitouts' && subresource === 'status')
}

function isLabelWrite({ resource, subresource }: Line): boolean {
  return resource === 'clusters' && subresource === undefined
}

function notePause(line: Line, world: World, since: Map<string, number>): void {
  if (line.resource !== 'clusters') return
  const place = placeOf(line)
  if (!isPaused(world.find('clusters', line.namespace, line.name))) since.delete(place)
  else if (!since.has(place)) since.set(place, line.t)
}
