import { findCluster } from '../../domain/fleet/find-cluster.ts'
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
import type { ExitCode } from '../command/exit-code.ts'
import { type ChangeColumns, changeLine } from '../fleet/change-line.ts'
import type { ScopeFlags, ConnectionFlags } from '../fleet/fleet-flags.ts'
import type { FleetSource } from '../../fleet/link/fleet-source.ts'
import { commonNamespace, demandCluster, qualified, readNames } from '../fleet/named-clusters.ts'
import { openFleet, type CommandSetting } from '../fleet/open-fleet.ts'
import { sayError, sayTry } from '../command/say.ts'
import { Refusal } from '../command/refusal.ts'
import { type ClusterResult, waitDocument, type Waited } from './wait-document.ts'

/** The flags of `fitout wait`. @internal */
export interface WaitFlags extends ConnectionFlags, ScopeFlags {
  readonly for: string
  readonly timeout: string
  readonly 'fail-fast': boolean
  readonly output: 'text' | 'json'
}

/** What was typed. */
export interface WaitCall {
  readonly clusters: readonly string[]
  readonly flags: WaitFlags
}

/** Waits until all clusters that are named or selected are what is asked for: 0 if they are, 1 if one failed, 3 if timed out. */
export async function runWait({ clusters, flags }: WaitCall, setting: CommandSetting): Promise<ExitCode> {
  const { io, world } = setting
  const [goal, timeoutMs] = [readGoal(flags.for), readSpan(flags.timeout)]
  if (!goal) throw wrong(`flag "--for": ${JSON.stringify(flags.for)} is not ready, gone or step=<name>`)
  if (timeoutMs === undefined)
    throw wrong(`flag "--timeout": ${JSON.stringify(flags.timeout)} is not a duration such as 30m`)
  const names = (await readNames(clusters, io)).map(name => qualified(name, flags.namespace))
  const isSelected = flags.selector !== undefined || flags['all-namespaces'] === true
  if (names.length > 0 && isSelected) throw wrong('give names of clusters, or select them, not both')
  if (names.length === 0 && !isSelected) throw wrong('name clusters, or give --selector or --all-namespaces')
  const namespace = isSelected ? flags.namespace : commonNamespace(names, flags.namespace)
  const { source, link, close } = await openFleet({ ...flags, namespace }, setting)
  const over = new AbortController()
  void world.clock.sleep(timeoutMs, over.signal).then(() => over.abort())
  try {
    const vigil = {
      goal,
      names: isSelected ? undefined : names,
      labels: flags.selector ?? '',
      home: link?.namespace ?? '',
      isHasty: flags['fail-fast'],
    }
    // On standard output a program reads one document, and a person the changes.
    const tell =
      flags.output === 'json' ? (line: string) => io.say(line) : (line: string) => io.write(`${line}\n`)
    const waited = await watch(source, vigil, { ...setting, tell, signal: over.signal, timeoutMs })
    if (flags.output === 'json') io.write(waitDocument(flags.for, goal, waited))
    return waited.code
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
  /** Undefined for all clusters that are there at first. */
  readonly names: readonly string[] | undefined
  /** The labels by which these were selected. */
  readonly labels: string
  /** The namespace of a name without one that no cluster has yet. */
  readonly home: string
  readonly isHasty: boolean
}

interface Watching extends CommandSetting {
  readonly tell: (line: string) => void
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

async function watch(source: FleetSource, vigil: Vigil, watching: Watching): Promise<Waited> {
  const { goal, isHasty } = vigil
  const { io } = watching
  const told: ClusterResult = new Map()
  let ids: readonly string[] = vigil.names ?? []
  let isNoted = false
  for await (const fleet of source.follow(watching.signal)) {
    if (told.size === 0) ids = idsOf(vigil, fleet)
    isNoted = sayNote(source.note(fleet), isNoted, io)
    for (const id of ids) {
      const cluster = fleet.clusters.find(one => idOf(one) === id)
      const wasReached = told.has(id) && isReached(goal, told.get(id))
      tellNews({ id, cluster, ids, told, goal }, fleet, watching)
      if (!wasReached && isReached(goal, cluster)) watching.tell(reachedWords(goal, id, cluster))
    }
    // All at once: one that was ready and is not any more counts as little as one that never was.
    if (ids.every(id => isReached(goal, told.get(id)))) return { code: 0, ids, told }
    const failed = isHasty ? ids.find(id => hasFailed(goal, told.get(id))) : undefined
    if (failed !== undefined) return { code: sayFailed(failed, told.get(failed), watching), ids, told }
  }
  const late = ids.filter(id => !told.has(id) || !isReached(goal, told.get(id)))
  return { code: sayLate(late, told, { ...vigil, ...watching }), ids, told }
}

function idsOf({ names, labels, home }: Vigil, fleet: FleetSnapshot): readonly string[] {
  if (names) return pinNames(names, fleet, home)
  const ids = fleet.clusters.map(idOf)
  if (ids.length > 0) return ids
  const which =
    labels === '' ? 'there is no cluster that a Fitout selects' : `no cluster has the labels ${labels}`
  throw new Refusal(which, { hint: 'fitout status' })
}

// Once, not at each change: the times in it tick.
function sayNote(note: string | undefined, isNoted: boolean, io: CommandSetting['io']): boolean {
  if (note !== undefined && !isNoted) io.say(`note: ${note}`)
  return note !== undefined
}

interface News {
  readonly id: string
  readonly cluster: FleetCluster | undefined
  readonly ids: readonly string[]
  readonly told: ClusterResult
  readonly goal: WaitGoal
}

// Of clusters that no Fitout selects, a fleet knows only how many there are.
function notYet({ unselected }: FleetSnapshot): string {
  return unselected === 0 ? 'does not exist yet' : 'does not exist yet, or no Fitout selects it'
}

function tellNews(
  { id, cluster, ids, told, goal }: News,
  fleet: FleetSnapshot,
  { io, tell }: Watching,
): void {
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
  for (const step of steps) tell(changeLine({ asOf, id, step }, columnsOf(ids, cluster)))
}

function columnsOf(ids: readonly string[], { steps }: FleetCluster): ChangeColumns {
  return {
    cluster: ids.length === 1 ? undefined : Math.max(...ids.map(({ length }) => length)),
    step: Math.max(0, ...steps.map(({ name }) => name.length)),
  }
}

function sayFailed(id: string, cluster: FleetCluster | undefined, { io }: CommandSetting): ExitCode {
  sayError(io, `${id} is ${cluster?.state ?? 'Failed'}: ${whyNot({ kind: 'ready' }, cluster)}`)
  sayTry(io, `fitout why ${id}`)
  return 1
}

function sayLate(
  ids: readonly string[],
  told: ClusterResult,
  { goal, io, timeoutMs }: Watching & Vigil,
): ExitCode {
  for (const id of ids) {
    const late = `${id} is not ${goalWords(goal)} after ${durationWords(timeoutMs)}`
    sayError(io, `${late}: ${whyNot(goal, told.get(id))}`)
  }
  const known = ids.find(id => told.get(id) !== undefined)
  sayTry(io, known === undefined ? 'fitout status' : `fitout why ${known}`)
  return 3
}

/** Gives every name its namespace for good. One that no cluster has yet is looked for in `home`. */
function pinNames(names: readonly string[], fleet: FleetSnapshot, home: string): readonly string[] {
  return names.map(name => {
    if (name.includes('/')) return name
    return findCluster(fleet, name).kind === 'none'
      ? `${home}/${name}`
      : idOf(demandCluster(fleet, name, 'wait'))
  })
}
