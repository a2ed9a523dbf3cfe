import { load } from 'js-yaml'
import type { NextAction, Why } from '../../src/domain/explain/why.ts'
import { until } from '../kube/until.ts'
import { goldenText } from './golden-text.ts'
import { CLUSTER_NAME, type Place, type Told } from './place.ts'
import { type Lies, Prober } from './prober.ts'
import type { SituationScene } from './situation-scene.ts'
import type { Fix, Plan, Situation } from './situation.ts'
import { smallPlan } from './cluster/small-plan.ts'

const TOLD_MS = 300_000
// A step that was Ready is believed for two minutes when it cannot be read any more.
const DOUBTED_MS = 280_000
const READY_MS = 300_000

/** What came of a situation. */
export interface Outcome {
  readonly why: Why
  readonly told: Told
  /** What a person is shown, and what fixes it, but for what differs from run to run. */
  readonly text: string
  readonly isFixed: boolean
  readonly lies: Lies
  /** How long `fitout why` took, the whole process. */
  readonly whyMs: number
  readonly tookMs: number
}

/** Builds a situation, asks what is wrong, does what is said, and waits until all is ready. Leaves the place as it was. */
export async function buildSituation(scene: SituationScene, situation: Situation): Promise<Outcome> {
  return scene.inPlace(async place => {
    if (situation.from === 'nothing') await place.removeCluster()
    else await place.ensureCluster()
    const plan = (await situation.plan?.(place)) ?? smallPlan()
    const [built] = await Promise.allSettled([build({ scene, situation, place, plan })])
    const [cleared] = await Promise.allSettled([clear(situation, place, plan)])
    // What went wrong first is why the rest did.
    if (built.status === 'rejected') throw built.reason
    if (cleared.status === 'rejected') throw cleared.reason
    return built.value
  })
}

async function clear({ after }: Situation, place: Place, { wants }: Plan): Promise<void> {
  await after?.(place)
  await place.clear(wants)
}

interface Building {
  readonly scene: SituationScene
  readonly situation: Situation
  readonly place: Place
  readonly plan: Plan
}

async function build(building: Building): Promise<Outcome> {
  const { situation, place, plan } = building
  const { reason, isBroken, fix, isUntold } = situation
  const withinMs = situation.from === 'ready' ? DOUBTED_MS : TOLD_MS
  await begin(building)
  const startedAt = performance.now()
  const prober = new Prober({ place, reason, wants: plan.wants, isBroken })
  try {
    await situation.break(place)
    prober.start()
    if ((situation.from ?? 'cluster') !== 'ready') await giveFitout(building)
    const told = isUntold
      ? {}
      : await place.untilTold(reason, ({ cause }) => cause?.reason === reason, withinMs)
    const asked = await ask(building)
    if (fix) {
      await fixBy(fix, asked.why.next, building)
      await place.untilTold('Ready', ({ state }) => state === 'Ready', READY_MS)
    }
    const lies = await prober.stop()
    const text = goldenOf(situation, asked, told)
    return {
      ...asked,
      told,
      text,
      isFixed: fix !== undefined && !('ends' in fix),
      lies,
      tookMs: performance.now() - startedAt,
    }
  } finally {
    await prober.stop()
  }
}

async function begin({ situation, place, plan }: Building): Promise<void> {
  await place.give(...plan.objects)
  if (situation.from !== 'ready') return
  await place.give(place.fitout(plan))
  await place.untilTold('Ready', ({ state }) => state === 'Ready', READY_MS)
}

// A situation may have brought a Fitout of its own.
async function giveFitout({ place, plan }: Building): Promise<void> {
  const fitout = place.fitout(plan)
  if (!(await place.management.find(fitout))) await place.give(fitout)
}

interface Asked {
  readonly why: Why
  readonly shown: string
  readonly whyMs: number
}

// What is read on the clusters may be a moment older than what the controller says.
async function ask({ scene, situation, place }: Building): Promise<Asked> {
  const command = `fitout why ${place.namespace}/${CLUSTER_NAME}`
  let whyMs = 0
  const why = await until(`${command} says ${situation.reason}`, async () => {
    const startedAt = performance.now()
    const said = JSON.parse(await scene.shell(`${command} -o json 2> /dev/null`)) as Why
    whyMs = performance.now() - startedAt
    if (said.reason === situation.reason) return said
    throw new Error(`${said.reason}: ${said.sentence}`)
  })
  return { why, shown: await scene.shell(`${command} 2> /dev/null`), whyMs }
}

async function fixBy(fix: Fix, next: readonly NextAction[], { scene, place }: Building): Promise<void> {
  if ('ends' in fix) return fix.by(place)
  const text = 'run' in fix ? fix.run : 'patch' in fix ? fix.patch : fix.advised
  const action = next.find(one => one.text.startsWith(text))
  if (!action)
    throw new Error(`cannot fix: nobody says "${text}", but ${next.map(one => one.text).join('; ')}`)
  if ('advised' in fix) return fix.by(place)
  if ('patch' in fix) {
    const api = fix.on === 'workload' ? place.workload : place.management
    await api.patch(fix.into(place), load(action.patch ?? '') as object)
    return
  }
  await scene.terminal(action.command ?? 'false')
}

function goldenOf({ name, fix }: Situation, { shown }: Asked, { state, cause }: Told): string {
  const status = cause ? [`status: ${state}, ${cause.reason}, ${cause.actor}: ${cause.message}`] : []
  const next = cause?.next === undefined ? [] : [`next in the status: ${cause.next}`]
  return goldenText(`# ${name}\n\n${shown}\n${[...status, ...next, `fixed: ${fixWords(fix)}`].join('\n')}\n`)
}

function fixWords(fix: Fix | undefined): string {
  if (!fix) return 'no'
  if ('ends' in fix) return `no; it ends when ${fix.ends}`
  if ('run' in fix) return `by the command of "${fix.run}"`
  return 'patch' in fix ? `by the patch of "${fix.patch}"` : `as "${fix.advised}" says`
}
