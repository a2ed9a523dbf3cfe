import { partOf } from '../../src/domain/object/fields.ts'
import type { QuietTime } from '../check/bounded-writes.ts'
import { checkAll } from '../check/check-all.ts'
import { fromSimulator } from '../check/from-simulator.ts'
import { checkNoEcho } from '../check/no-echo.ts'
import { checkOneEvent } from '../check/one-event.ts'
import { checkOneMessage } from '../check/one-message.ts'
import type { Violation } from '../check/violation.ts'
import { checkCleanEnd } from './clean-end.ts'
import { endOf } from './end-state.ts'
import { type Recipe, durationOf } from './recipe.ts'
import { differences, wantedEnd } from './reference.ts'
import type { Scene } from './scene.ts'
import { CANARY } from './swarm-plan.ts'
import { type TroubleName, hasElection, hasShards } from './trouble-names.ts'
import { makeUnhealthy } from './trouble-workloads.ts'
import { isHonestlyUnknown } from './honestly-unknown.ts'
import { type Voice, lengthOf } from '../truth/watch-lies.ts'

/** How long a fleet may need when all is healed. */
const HEALED_MS = 1_800_000
/** Who rests for so long has looked at everything again, and found nothing to do. */
const REST_MS = 35_000
const LOOK_MS = 5_000
/** An event that was lost is missed until everything is listed again, after ten minutes. */
const SETTLE_MS = 1_200_000
/** Two minutes of patience, half a minute until the next look, and the time from one look at the truth to the next. */
const LONGEST_LIE_MS = 165_000
/** A watch that says nothing is noticed after so long. */
const SILENT_WATCH_MS = 70_000
/** How long a hand-over may go astray: until the next look at the cluster whose address was copied. */
const ASTRAY_MS = 35_000
/** How long a gate may stay shut on a cluster with which nothing is wrong: one that a policy refused is tried again after 30 s. */
const LONGEST_DELAY_MS = 40_000
const UNHEALTHY_MS = 200_000
/** How many times the writes of one run are allowed: what people do in two minutes are many runs. */
const FAULTY_FACTOR = 3
const TROUBLED_FACTOR = 30
/** How long the controller may not know of a change: as long as a call may take. */
const STALE_MS = 35_000
/** A watch that falls silent is noticed after two minutes, and a link may be cut for one. */
const DEAF_MS = 240_000
/** As long as a trouble lasts at all. */
const LASTING_MS = 600_000
/** What was lost is found when everything is listed again, after ten minutes. */
const LOST_EVENT_MS = 700_000

/** How long the controller may act on what is not so any more. */
export function staleMsOf(recipe: Recipe): number {
  const { faults, troubles } = recipe
  const isDeaf = troubles.some(name => deafening.has(name))
  if (isDeaf && durationOf(recipe) === 'long') return LASTING_MS + DEAF_MS
  if (isLosing(faults)) return LOST_EVENT_MS
  return faults.length > 0 || isDeaf ? DEAF_MS : STALE_MS
}

const deafening: ReadonlySet<string> = new Set<TroubleName>([
  'cutLink',
  'silenceLink',
  'kill',
  'staleView',
  'forbid',
  'freezeLeader',
])

/** After such trouble an address is on a Cluster that it was not made for: a copy, or the next self of one that was moved. */
const misaddressing: ReadonlySet<string> = new Set<TroubleName>(['copyAddress', 'moveCluster'])
/** After such trouble a controller has to ask again what there is. */
const interrupting: ReadonlySet<string> = new Set<TroubleName>(['endWatches', 'compact', 'smallPages'])
/** An event arrives at once, where nothing keeps it. */
const HEARD_MS = 1_000

/** How long a controller may write to a cluster that went to another shard. */
export function shardGraceMsOf(recipe: Recipe): number {
  const { faults, troubles } = recipe
  const isHeard = faults.length === 0 && !troubles.some(name => deafening.has(name) || interrupting.has(name))
  return isHeard ? HEARD_MS : staleMsOf(recipe)
}

/** A call may hang for ten seconds, a Lease that nobody renews counts for fifteen, and is looked at every two. */
const LEADER_MS = 32_000
/** A renewal that was given up may arrive late, and then it counts again. */
const LATE_LEADER_MS = 80_000

/** Waits until every shard has a leader again; says which has none when it should. */
async function findLeaders({ fleet, leaders }: Scene, { faults }: Recipe): Promise<readonly string[]> {
  if (leaders === undefined) return []
  const limit = faults.length === 0 ? LEADER_MS : LATE_LEADER_MS
  await fleet.run(() => leaders.leaderless().length === 0, limit)
  return leaders.leaderless().map(lease => `leader: nobody holds ${lease} ${limit} ms after all was healed`)
}

/** For how long a cluster may be called ready that is not: who was not told of a change needs longer to find it. */
export function lieMsOf({ faults }: Recipe): number {
  if (isLosing(faults)) return LONGEST_LIE_MS + LOST_EVENT_MS
  return LONGEST_LIE_MS + (faults.includes('stallWatch') ? SILENT_WATCH_MS : 0)
}

function isLosing(faults: Recipe['faults']): boolean {
  return faults.includes('dropEvent') || faults.includes('swapEvents')
}

/** What a fleet is found to be when all is healed. */
export interface Judgement {
  readonly problems: readonly string[]
  /** The longest time that a cluster was called ready and was not, by where it was; not with events that were lost. */
  readonly longestLies: Readonly<Partial<Record<Voice, number>>>
  /** How long gates stayed shut that could open. */
  readonly delays: readonly number[]
  readonly writes: number
}

/** Waits for a healed fleet to come to rest, and looks at it from all sides. */
export async function judgeRun(scene: Scene, recipe: Recipe): Promise<Judgement> {
  const leaderless = await findLeaders(scene, recipe)
  const isReady = await scene.fleet.run(() => scene.isReady(), HEALED_MS)
  const { restless, unsettled } = isReady
    ? await settle(scene)
    : { restless: [], unsettled: [`liveness: ${unreadyOf(scene)} did not get ready`] }
  const untrue = isReady ? await bringDown(scene, recipe) : []
  const left = isReady ? await checkCleanEnd(scene, staleMsOf(recipe)) : []
  const audited = auditOf(scene, recipe, restless)
  const led = [...leaderless, ...(scene.leaders?.problems ?? [])]
  const problems = [
    ...led,
    ...gatesOf(scene),
    ...unsettled,
    ...untrue,
    ...liesOf(scene, recipe),
    ...delaysOf(scene, recipe),
    ...scene.lies.early,
    ...scene.told.problems,
    ...left,
    ...audited.problems,
  ]
  return {
    problems,
    longestLies: isLosing(recipe.faults) ? {} : longestLies(scene),
    delays: isLosing(recipe.faults) ? [] : scene.delays.ended.map(({ from, to }) => to - from),
    writes: audited.writes,
  }
}

function liesOf({ lies }: Scene, recipe: Recipe): readonly string[] {
  return lies.lies
    .filter(lie => lengthOf(lie) > lieMsOf(recipe))
    .map(
      ({ voice, cluster, from, to, about }) =>
        `truth: from ${from} ms to ${to} ms ${voice} says that ${cluster} is ready, and ${about}`,
    )
}

function longestLies({ lies }: Scene): Judgement['longestLies'] {
  const longest: Partial<Record<Voice, number>> = {}
  for (const lie of lies.lies) longest[lie.voice] = Math.max(longest[lie.voice] ?? 0, lengthOf(lie))
  return longest
}

function delaysOf({ delays: { longest } }: Scene, recipe: Recipe): readonly string[] {
  if (longest === undefined || longest.to - longest.from <= delayMsOf(recipe)) return []
  const { cluster, step, from, to } = longest
  return [`delay: gate "${step}" of ${cluster} could open from ${from} ms on, and was shut until ${to} ms`]
}

/** How long a gate may stay shut: a call that was made before all was healed may still hang, and news may be lost. */
function delayMsOf({ faults }: Recipe): number {
  if (faults.length === 0) return LONGEST_DELAY_MS
  const unheardMs = isLosing(faults) ? LOST_EVENT_MS : faults.includes('stallWatch') ? SILENT_WATCH_MS : 0
  return LONGEST_DELAY_MS + STALE_MS + unheardMs
}

function unreadyOf({ names, fleet, lost }: Scene): string {
  const unready = names.filter(name => !lost.has(name) && !fleet.isReady(`default/${name}`))
  return unready.join(', ')
}

interface Settled {
  /** What differs from what shall be. */
  readonly unsettled: readonly string[]
  /** When there should have been rest, if there was none. */
  readonly restless: readonly QuietTime[]
}

/** Waits until the fleet is as it shall be, and nobody writes any more. */
async function settle(scene: Scene): Promise<Settled> {
  const { clusters, steps } = scene.beginning
  const wanted = await wantedEnd({ clusters, steps, edition: scene.edition, versions: scene.versions })
  let [writes, restsSince] = [scene.writes, scene.now]
  for (const end = scene.now + SETTLE_MS; scene.now < end;) {
    await scene.fleet.clock.advance(LOOK_MS)
    if (scene.writes !== writes) [writes, restsSince] = [scene.writes, scene.now]
    if (scene.now - restsSince >= REST_MS && faultsAtEnd(scene, wanted).length === 0)
      return { unsettled: [], restless: [] }
  }
  const unsettled = faultsAtEnd(scene, wanted)
  return { unsettled, restless: unsettled.length > 0 ? [] : [{ from: scene.now - REST_MS, to: scene.now }] }
}

function faultsAtEnd(scene: Scene, wanted: ReadonlyMap<string, string>): readonly string[] {
  const { lost } = scene
  const dishonest = [...lost].filter(name => !isHonestlyUnknown(scene, name))
  return [
    ...dishonest.map(name => `liveness: ${name} cannot be reached and does not say so`),
    ...unheardOf(scene).map(name => `end: ${name} has not heard of the last plan`),
    ...differences(endOf(scene), wanted, lost).map(difference => `end: ${difference}`),
  ]
}

/** Clusters that were last decided on by an older plan; it may say the same as the last one. */
function unheardOf(scene: Scene): readonly string[] {
  const { names, lost, fleet } = scene
  const plans = fleet.management.table({ group: 'fitout.dev', plural: 'fitouts' }).objects()
  const generations = new Set([...plans].map(({ metadata }) => metadata.generation))
  return names.filter(name => {
    const status = partOf(scene.clusterFitout(name) ?? {}, 'status')
    return !lost.has(name) && !generations.has(Number(partOf(status, 'fitout')['generation']))
  })
}

/** What one controller said or wrote twice. */
function saidTwice(
  { fleet, messages }: Scene,
  history: ReturnType<typeof fromSimulator>,
  { faults, troubles }: Recipe,
): readonly Violation[] {
  // To whom a cluster that is there seems to be gone for a while, it is another one afterwards.
  // To whom one comes back, it is a new one, as after a restart.
  if (troubles.includes('staleView') || hasShards(troubles)) return []
  const told = checkOneMessage(messages)
  // Two leaders do not know of each other; nor does anybody know of a write that arrives when it was given up, or whose
  // news are lost.
  const isUnknown =
    hasElection(troubles) ||
    troubles.includes('secondLeader') ||
    faults.includes('lateWrite') ||
    faults.includes('dropEvent')
  if (isUnknown) return told
  return [...told, ...checkNoEcho(fleet.history.lines), ...checkOneEvent(history)]
}

/** Lets something fail for longer than anybody may overlook it. */
async function bringDown(scene: Scene, { troubles, steps }: Recipe): Promise<readonly string[]> {
  const name = scene.names.find(each => !scene.lost.has(each))
  // With shards as well: it must be told by the controller of the last shard, and by no other.
  const isTried = troubles.includes('unhealthy') || hasShards(troubles)
  if (!isTried || name === undefined || steps < 3) return []
  const heal = makeUnhealthy(scene, name, 'flux-system')
  const isToldOf = await scene.fleet.run(() => !scene.fleet.isReady(`default/${name}`), UNHEALTHY_MS)
  heal?.()
  const isBack = await scene.fleet.run(() => scene.isReady(), HEALED_MS)
  return [
    ...(isToldOf ? [] : [`truth: ${name} is not healthy and does not say so`]),
    ...(isBack ? [] : [`liveness: ${name} did not get ready again`]),
  ]
}

function gatesOf({ opened }: Scene): readonly string[] {
  return opened
    .filter(({ problem }) => problem !== undefined)
    .map(({ t, cluster, step, problem }) => `proof: at ${t} ms gate "${step}" of ${cluster}: ${problem}`)
}

function auditOf(
  scene: Scene,
  recipe: Recipe,
  quiet: readonly QuietTime[],
): { readonly problems: readonly string[]; readonly writes: number } {
  const history = fromSimulator(scene.audit.lines)
  const staleMs = staleMsOf(recipe)
  const { violations } = checkAll(history, {
    start: scene.start,
    settleMs: DEAF_MS,
    staleMs,
    pauseGraceMs: staleMs,
    addresseeWithinMs: recipe.troubles.some(name => misaddressing.has(name)) ? ASTRAY_MS + staleMs : 0,
    writeFactor: recipe.troubles.length === 0 ? FAULTY_FACTOR : TROUBLED_FACTOR,
    quiet,
    secrets: {
      canaries: [{ name: 'queue', value: CANARY }],
      sinks: [
        { name: 'log', text: JSON.stringify(scene.fleet.log) },
        { name: 'messages', text: JSON.stringify(scene.messages) },
      ],
    },
  })
  const isSaid = ({ rule, sentence }: Violation) =>
    rule !== 'order' || ![...scene.cutShort].some(name => sentence.includes(`/${name} `))
  return {
    problems: [...violations.filter(isSaid), ...saidTwice(scene, history, recipe)].map(
      ({ rule, t, sentence }) => `${rule}: at ${t} ms ${sentence}`,
    ),
    writes: scene.writes,
  }
}
