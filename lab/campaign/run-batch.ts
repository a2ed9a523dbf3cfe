import { until } from '../kube/until.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { CLUSTER_NAME, type Place } from '../situations/place.ts'
import type { Base } from './base.ts'
import type { CampaignScene } from './campaign-scene.ts'
import type { Case, CaseResult } from './case.ts'
import { deliverBase, removeBase } from './deliver-base.ts'
import { askAbout, followAdvice } from './ask.ts'
import type { CommandResult } from './judge/shown-commands.ts'
import { type StepTold, Watcher } from './watcher.ts'
import type { World } from './mutations/mutation.ts'

// What is known to come is waited for, also on a machine that others load.
const READY_MS = 900_000
const TRIED_MS = 600_000
const SETTLE_MS = 45_000
const CALM_MS = 20_000
/** Where the answer is known, it is waited for: what is told need not be the last word when it is asked first. */
const CALM_IF_KNOWN_MS = 5_000
const LONGEST_SETTLE_MS = 110_000
// A Ready is believed for two minutes, and looked at twice a minute.
const LONGEST_LIE_MS = 175_000
const BELIEVED_MS = 150_000
const FIXED_MS = 240_000

/** No step is late while the campaign waits. */
const STEP_TIMEOUT = '1h'

interface Running {
  readonly one: Case
  /** What is delivered: the base as the mutation left it. */
  readonly base: Base
  refused?: string
  error?: string
}

/** Breaks many bases at once, as independent steps of one cluster; asks why; does what is shown; clears up. */
export async function runBatch(
  scene: CampaignScene,
  given: readonly Case[] | ((place: Place) => readonly Case[]),
  report: (result: CaseResult) => void,
): Promise<readonly CaseResult[]> {
  return scene.onCluster(async place => {
    const cases = typeof given === 'function' ? given(place) : given
    const world: World = {
      management: place.management,
      workload: place.workload,
      namespace: place.namespace,
      https: scene.servers.https,
    }
    const running = cases.map((one): Running => ({ one, base: one.mutation?.change?.(one.base) ?? one.base }))
    const watcher = new Watcher(place, new Map(cases.map(({ id, base }) => [id, base.wants])))
    try {
      await deliver(place, running, world)
      watcher.start()
      await breakReady(running, watcher, world)
      await settled(running, watcher)
      const around = { scene, place, world, watcher, report }
      return await fixAll(around, running, await askAll(around, running))
    } finally {
      await watcher.stop()
      // What does not go in time is in nobody's way: every case has names of its own.
      await clear(place, running, world).catch(() => undefined)
    }
  })
}

async function deliver(place: Place, running: readonly Running[], world: World): Promise<void> {
  for (const each of running) {
    try {
      await deliverBase(place, each.base)
      await each.one.mutation?.before?.(world)
      if (each.one.mutation?.operator === 'plan') await isAccepted(place, each)
    } catch (error) {
      each.refused = wordsOf(error)
    }
  }
  const steps = running
    .filter(({ refused }) => refused === undefined)
    .map(({ one, base }) => ({ timeout: STEP_TIMEOUT, ...base.step, name: one.id, dependsOn: [] }))
  await place.give(place.fitout({ steps }))
}

// A Fitout that selects nothing: the API server says of it what it would say of the real one.
async function isAccepted(place: Place, { one, base }: Running): Promise<void> {
  const steps = [{ ...base.step, name: one.id, dependsOn: [] }]
  const spec = { clusterSelector: { matchLabels: { 'example.com/none': 'none' } } }
  const trial: KubeObject = place.fitout({ steps }, spec, `trial-${one.id}`)
  await place.give(trial)
  await place.management.delete(trial)
}

async function breakReady(running: readonly Running[], watcher: Watcher, world: World): Promise<void> {
  const later = running.filter(({ one, refused }) => one.mutation?.after && refused === undefined)
  const isReady = ({ one }: Running) => watcher.told(one.id)?.state === 'Ready' && watcher.isWell(one.id)
  await until('all that is broken later is ready', async () => later.every(isReady), READY_MS).catch(
    () => undefined,
  )
  for (const each of later) {
    if (!isReady(each)) {
      each.error = `the base is ${watcher.told(each.one.id)?.state}: ${watcher.told(each.one.id)?.message}`
      continue
    }
    await each.one.mutation?.after?.(world).catch((error: unknown) => {
      each.refused = wordsOf(error)
    })
  }
}

async function settled(running: readonly Running[], watcher: Watcher): Promise<void> {
  await tried(running, watcher)
  const since = performance.now()
  const open = running.filter(({ refused, error }) => refused === undefined && error === undefined)
  await until(
    'all is settled',
    async () => {
      const passed = performance.now() - since
      const isLying = open.some(
        ({ one }) => watcher.told(one.id)?.state === 'Ready' && !watcher.isWell(one.id),
      )
      if (isLying) return false
      if (open.every(({ one }) => isToldAsExpected(one, watcher))) return true
      const isCalm = open.every(({ one }) => watcher.calmMs(one.id) > CALM_MS)
      return passed > LONGEST_SETTLE_MS || (passed > SETTLE_MS && isCalm)
    },
    LONGEST_LIE_MS,
  ).catch(() => undefined)
}

// Cluster API takes up one set after the other: what it has not tried yet says nothing about what is broken.
async function tried(running: readonly Running[], watcher: Watcher): Promise<void> {
  const isTried = ({ one }: Running) => !/has not tried the set/.test(watcher.told(one.id)?.message ?? '')
  await until('Cluster API has tried every set', async () => running.every(isTried), TRIED_MS).catch(
    () => undefined,
  )
}

function isToldAsExpected({ id, expects }: Case, watcher: Watcher): boolean {
  const state = watcher.told(id)?.state ?? 'Ready'
  return expects !== undefined && state !== 'Ready' && watcher.calmMs(id) > CALM_IF_KNOWN_MS
}

interface Around {
  readonly scene: CampaignScene
  readonly place: Place
  readonly world: World
  readonly watcher: Watcher
  /** Called for every result as soon as it is there, and again when what was shown has been done. */
  readonly report: (result: CaseResult) => void
}

async function askAll(around: Around, running: readonly Running[]): Promise<readonly CaseResult[]> {
  const asked: CaseResult[] = []
  for (const each of running) {
    const result = await resultOf(around, each)
    around.report(result)
    asked.push(result)
  }
  return asked
}

// All at once: what it takes to get ready is mostly waiting.
async function fixAll(
  { scene, world, watcher, report }: Around,
  running: readonly Running[],
  asked: readonly CaseResult[],
): Promise<readonly CaseResult[]> {
  const done = new Map<string, readonly CommandResult[]>()
  for (const [index, { answer, id }] of asked.entries()) {
    const one = running[index]?.one
    const commands = answer && one ? await followAdvice({ scene, one, world }, answer) : undefined
    if (commands) done.set(id, commands)
  }
  const isFixed = (id: string) => watcher.told(id)?.state === 'Ready' && watcher.isWell(id)
  await until('all is fixed', async () => [...done.keys()].every(isFixed), FIXED_MS).catch(() => undefined)
  return asked.map(result => {
    const commands = done.get(result.id)
    if (!commands) return result
    const fixed = { ...result, commands: [...result.commands, ...commands], isFixed: isFixed(result.id) }
    report(fixed)
    return fixed
  })
}

async function resultOf(around: Around, { one, refused, error }: Running): Promise<CaseResult> {
  const { watcher, place } = around
  const told: StepTold | undefined = watcher.told(one.id)
  const about = {
    id: one.id,
    base: one.base.name,
    mutation: one.mutation?.name ?? 'none',
    operator: one.mutation?.operator ?? 'none',
    falsehoods: [],
    commands: [],
    lieMs: watcher.lieMs(one.id),
    ...(told ? { state: told.state, told: told.message ?? '' } : {}),
  }
  if (refused !== undefined) return { ...about, kind: 'refused', note: refused, lieMs: 0 }
  if (error !== undefined) return { ...about, kind: 'error', note: error }
  // What is wrong since a moment ago is still believed.
  if (told?.state === 'Ready')
    return { ...about, kind: watcher.lyingMs(one.id) > BELIEVED_MS ? 'lie' : 'harmless' }
  if (!one.mutation) return { ...about, kind: 'error', note: 'the base does not get ready' }
  return askAbout({ ...around, one, about, cluster: `${place.namespace}/${CLUSTER_NAME}` })
}

async function clear(place: Place, running: readonly Running[], world: World): Promise<void> {
  for (const { one } of running) await one.mutation?.undo?.(world).catch(() => undefined)
  await goOn(place, running)
  await place.clear([])
  for (const { one } of running) await removeBase(place, one.base)
  for (const { one } of running) {
    const mutatedFinalizers = { metadata: { finalizers: [] } }
    if (one.mutation?.operator === 'finalizer')
      await place.workload.patch(one.mutation.mutated.object, mutatedFinalizers).catch(() => undefined)
  }
  // What a shown command may have made.
  for (const { one } of running)
    await place.workload.delete(ref('v1', 'Namespace', `nowhere-${one.id}`)).catch(() => undefined)
}

// A set that is paused does not go.
async function goOn(place: Place, running: readonly Running[]): Promise<void> {
  for (const { one } of running) {
    const set = place.ref('addons.cluster.x-k8s.io/v1beta2', 'ClusterResourceSet', one.id)
    const annotations = { 'cluster.x-k8s.io/paused': null }
    await place.management.patch(set, { metadata: { annotations } }).catch(() => undefined)
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
