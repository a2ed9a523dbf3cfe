import { type FleetCluster, type FleetSnapshot, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { readSpan } from '../../domain/fleet/query/read-span.ts'
import { openSteps, stepChanges } from '../../domain/fleet/step-changes.ts'
import {
  goalWords,
  hasFailed,
  isReached,
  reachedWords,
  readGoal,
  type WaitGoal,
  whyNot,
} from '../../domain/fleet/wait-goal.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import type { ExitCode } from '../exit-code.ts'
import { type ChangeColumns, changeLine } from '../fleet/change-line.ts'
import type { Way } from '../fleet/fleet-flags.ts'
import type { FleetSource } from '../fleet/fleet-source.ts'
import { commonNamespace, qualified, readNames } from '../fleet/named-clusters.ts'
import { openFleet, type Setting } from '../fleet/open-fleet.ts'
import { sayError, sayTry } from '../io/speak.ts'
import { Refusal } from '../refusal.ts'
import { pinNames } from './pin-names.ts'

/** The flags of `fitout wait`. */
export interface WaitFlags extends Way {
  readonly for: string
  readonly timeout: string
  readonly 'fail-fast': boolean
}

/** What was typed. */
export interface WaitCall {
  readonly clusters: readonly string[]
  readonly flags: WaitFlags
}

/** Waits until all named clusters are what is asked for: 0 if they are, 1 if one failed, 3 if time ran out. */
export async function runWait({ clusters, flags }: WaitCall, setting: Setting): Promise<ExitCode> {
  const { io, world } = setting
  const [goal, timeoutMs] = [readGoal(flags.for), readSpan(flags.timeout)]
  if (!goal) throw wrong(`flag "--for": ${JSON.stringify(flags.for)} is not ready, gone or step=<name>`)
  if (timeoutMs === undefined)
    throw wrong(`flag "--timeout": ${JSON.stringify(flags.timeout)} is no time such as 30m`)
  const names = (await readNames(clusters, io)).map(name => qualified(name, flags.namespace))
  if (names.length === 0) throw wrong('missing argument "clusters"')
  const namespace = commonNamespace(names, flags.namespace)
  const { source, link, close } = await openFleet({ ...flags, namespace }, setting)
  const over = new AbortController()
  void world.clock.sleep(timeoutMs, over.signal).then(() => over.abort())
  try {
    const vigil = { goal, names, home: link?.namespace ?? '', isHasty: flags['fail-fast'] }
    return await watch(source, vigil, { ...setting, signal: over.signal, timeoutMs })
  } finally {
    over.abort()
    close()
  }
}

function wrong(message: string): Refusal {
  return new Refusal(message, { exitCode: 2, hint: 'fitout wait --help' })
}

interface Vigil {
  readonly goal: WaitGoal
  readonly names: readonly string[]
  /** The namespace of a name without one that no cluster has yet. */
  readonly home: string
  readonly isHasty: boolean
}

interface Watching extends Setting {
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

/** What was told of each cluster. */
type Told = Map<string, FleetCluster | undefined>

async function watch(source: FleetSource, vigil: Vigil, watching: Watching): Promise<ExitCode> {
  const { goal, isHasty } = vigil
  const { io } = watching
  const told: Told = new Map()
  let ids: readonly string[] = vigil.names
  let isNoted = false
  for await (const fleet of source.follow(watching.signal)) {
    if (told.size === 0) ids = pinNames(vigil.names, fleet, vigil.home)
    isNoted = sayNote(source.note(fleet), isNoted, io)
    for (const id of ids) {
      const cluster = fleet.clusters.find(one => idOf(one) === id)
      const wasReached = told.has(id) && isReached(goal, told.get(id))
      tellNews({ id, cluster, ids, told, goal }, fleet, watching)
      if (!wasReached && isReached(goal, cluster)) io.write(`${reachedWords(goal, id, cluster)}\n`)
    }
    // All at once: one that was ready and is not any more counts as little as one that never was.
    if (ids.every(id => isReached(goal, told.get(id)))) return 0
    const failed = isHasty ? ids.find(id => hasFailed(goal, told.get(id))) : undefined
    if (failed !== undefined) return sayFailed(failed, told.get(failed), watching)
  }
  return sayLate(
    ids.filter(id => !told.has(id) || !isReached(goal, told.get(id))),
    told,
    { ...vigil, ...watching },
  )
}

// Once, not at each change: the times in it tick.
function sayNote(note: string | undefined, isNoted: boolean, io: Setting['io']): boolean {
  if (note !== undefined && !isNoted) io.say(`note: ${note}`)
  return note !== undefined
}

interface News {
  readonly id: string
  readonly cluster: FleetCluster | undefined
  readonly ids: readonly string[]
  readonly told: Told
  readonly goal: WaitGoal
}

// Of clusters that no Fitout selects, a fleet knows only how many there are.
function notYet({ unselected }: FleetSnapshot): string {
  return unselected === 0 ? 'does not exist yet' : 'does not exist yet, or no Fitout selects it'
}

function tellNews({ id, cluster, ids, told, goal }: News, fleet: FleetSnapshot, { io }: Setting): void {
  const { asOf } = fleet
  const isFirst = !told.has(id)
  const before = told.get(id)
  told.set(id, cluster)
  if (!cluster) {
    if (isFirst && goal.kind !== 'gone') io.say(`${id} ${notYet(fleet)}`)
    return
  }
  // At first only where it is; then what becomes another.
  const steps = isFirst ? openSteps(cluster) : stepChanges(before, cluster)
  for (const step of steps) io.write(`${changeLine({ asOf, id, step }, columnsOf(ids, cluster))}\n`)
}

function columnsOf(ids: readonly string[], { steps }: FleetCluster): ChangeColumns {
  return {
    cluster: ids.length === 1 ? undefined : Math.max(...ids.map(({ length }) => length)),
    step: Math.max(0, ...steps.map(({ name }) => name.length)),
  }
}

function sayFailed(id: string, cluster: FleetCluster | undefined, { io }: Setting): ExitCode {
  sayError(io, `${id} is ${cluster?.state ?? 'Failed'}: ${whyNot({ kind: 'ready' }, cluster)}`)
  sayTry(io, `fitout why ${id}`)
  return 1
}

function sayLate(ids: readonly string[], told: Told, { goal, io, timeoutMs }: Watching & Vigil): ExitCode {
  for (const id of ids) {
    const late = `${id} is not ${goalWords(goal)} after ${durationWords(timeoutMs)}`
    sayError(io, `${late}: ${whyNot(goal, told.get(id))}`)
  }
  const known = ids.find(id => told.get(id) !== undefined)
  sayTry(io, known === undefined ? 'fitout status' : `fitout why ${known}`)
  return 3
}
