import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { byFitout, writes } from '../lab/add-ons/fitting-out-audit.ts'
import { type FitoutController, installFitout } from '../lab/add-ons/fitting-out-controller.ts'
import { profile } from '../lab/add-ons/fitting-out.ts'
import { installFlux } from '../lab/add-ons/install-flux.ts'
import type { AuditEvent } from '../lab/control-plane/audit-log.ts'
import { hasCondition } from '../lab/kube/conditions.ts'
import { type KubeObject, type ObjectRef, ref } from '../lab/kube/kube-object.ts'
import { until } from '../lab/kube/until.ts'
import { Lab, type LabCluster } from '../lab/lab.ts'
import { labSkipReason } from '../test/run/go-version.ts'
import { type Figure, median } from './compare.ts'
import { fitout } from './run-node.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 2
/** The most that a Fitout can have. */
const STEPS = 32
const PAIRS = 5
const REST_MS = 30_000
/** Of the clock of processes in /proc. */
const TICKS_PER_SECOND = 100

/** From what proves a step, on a workload cluster of the lab, to the label that opens the next one's gate. */
export const gates: Subject = {
  name: 'gates',
  summary: `from the event that proves a step (Flux's preset and one object) to the next gate, ${ROUNDS * (STEPS - 1)} times in the lab, beside dependsOn of Flux; and a controller at rest`,
  skipReason: () => labSkipReason(process.env),
  measure: async () => {
    const lab = await Lab.start({ name: 'bench', controlPlanes: ['blue'] })
    const controller = await installFitout(lab, { command: fitout })
    try {
      return await measureIn(lab, controller)
    } finally {
      await controller.program.stop()
      await lab.stop()
    }
  },
}

async function measureIn(lab: Lab, controller: FitoutController): Promise<readonly Figure[]> {
  await controller.program.start()
  const blue = await lab.createCluster('blue', { labels: profile })
  await installFlux(lab, blue)
  const latencies: number[] = []
  for (let round = 0; round < ROUNDS; round++) latencies.push(...(await openAll(lab, blue, round)))
  await sleep(5000)
  const rest = await restOf(controller)
  const waits = await dependsOnWaits(lab, blue)
  const base = median(latencies)
  const figure = (name: string, medianMs: number): Figure => ({ name, medianMs, ratio: medianMs / base })
  return [
    figure('gate opens, median', base),
    figure('gate opens, 99 of 100', highest(latencies)),
    figure(`dependsOn of Flux, median of ${PAIRS}`, median(waits)),
    { ...figure('controller at rest, CPU in a second', rest.cpuMs), peakMegabytes: rest.megabytes },
  ]
}

/** Proves step after step, and returns how long each of the next gates took. */
async function openAll(lab: Lab, blue: LabCluster, round: number): Promise<readonly number[]> {
  const { api } = blue.controlPlane
  await lab.management.api.apply(planOf(round))
  for (let step = 0; step < STEPS - 1; step++) {
    await until(`gate ${step} is open`, async () => gateOf(round, step) in (await labelsOf(lab, blue)))
    // Until nothing of the gate before is going on any more.
    await sleep(700)
    await api.apply({ ...proofOf(round, step) })
  }
  await until('the last gate is open', async () => gateOf(round, STEPS - 1) in (await labelsOf(lab, blue)))
  await sleep(500)
  return Array.from({ length: STEPS - 1 }, (_, step) => {
    const proven = writes(blue.controlPlane.audit()).find(
      event => event.objectRef?.name === proofOf(round, step).metadata.name,
    )
    const opened = writes(byFitout(lab.management.audit())).find(event =>
      opens(event, gateOf(round, step + 1)),
    )
    return endOf(opened) - endOf(proven)
  })
}

function planOf(round: number): KubeObject {
  const steps = Array.from({ length: STEPS }, (_, step) => ({
    name: `step-${step}`,
    gate: { label: gateOf(round, step) },
    proof: {
      preset: 'flux',
      objects: [
        { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: `proof-${round}-${step}` },
      ],
    },
  }))
  return {
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'Fitout',
    metadata: { name: 'bench', namespace: 'default' },
    spec: { clusterSelector: { matchLabels: profile }, steps },
  }
}

function gateOf(round: number, step: number): string {
  return `gate-${step}.example.com/round-${round}`
}

function proofOf(round: number, step: number): ObjectRef {
  return ref('v1', 'ConfigMap', `default/proof-${round}-${step}`)
}

async function labelsOf(lab: Lab, { ref: cluster }: LabCluster): Promise<Readonly<Record<string, string>>> {
  return (await lab.management.api.get(cluster)).metadata.labels ?? {}
}

function opens({ objectRef, requestObject }: AuditEvent, label: string): boolean {
  if (objectRef?.resource !== 'clusters') return false
  return label in ((requestObject as KubeObject).metadata.labels ?? {})
}

/** When the answer to a request was given: then it is done, and everybody who watches is told. */
function endOf(event: AuditEvent | undefined): number {
  return Date.parse(event?.stageTimestamp ?? '')
}

interface Rest {
  readonly megabytes: number
  /** In one second. */
  readonly cpuMs: number
}

async function restOf({ program }: FitoutController): Promise<Rest> {
  const before = ticksOf(program.pid)
  await sleep(REST_MS)
  const ticks = ticksOf(program.pid) - before
  const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8')) ?? []
  return { megabytes: (Number(kib) * 1024) / 1e6, cpuMs: (ticks / TICKS_PER_SECOND / REST_MS) * 1e6 }
}

// The name of the program, in parentheses, may have spaces; of what stands after it, the 12th and 13th are its times.
function ticksOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

/** How long Kustomizations wait for others that are ready already. */
async function dependsOnWaits(lab: Lab, { controlPlane: { api } }: LabCluster): Promise<readonly number[]> {
  await lab.git.commit('bench', { 'apps/greeting.yaml': JSON.stringify(greeting) })
  const source = { kind: 'GitRepository', name: 'bench' }
  await api.apply({
    ...gitRepository,
    spec: { interval: '10m', url: lab.git.url('bench'), ref: { branch: 'main' } },
  })
  await until('the source is ready', async () => hasCondition(await api.get(gitRepository), 'Ready', 'True'))
  const pairs = Array.from({ length: PAIRS }, async (_, pair) => {
    const [first, second] = [kustomization(`first-${pair}`), kustomization(`second-${pair}`)]
    const spec = { interval: '10m', path: './apps', prune: false, sourceRef: source }
    await api.apply({ ...second, spec: { ...spec, dependsOn: [{ name: `first-${pair}` }] } })
    await api.apply({ ...first, spec })
    const readyAt = async (one: ObjectRef) => {
      await until(`${one.metadata.name} is ready`, async () =>
        hasCondition(await api.get(one), 'Ready', 'True'),
      )
      return performance.now()
    }
    const firstAt = await readyAt(first)
    return (await readyAt(second)) - firstAt
  })
  return Promise.all(pairs)
}

const greeting = { ...ref('v1', 'ConfigMap', 'default/greeting'), data: { text: 'hello' } }
const gitRepository = ref('source.toolkit.fluxcd.io/v1', 'GitRepository', 'default/bench')

function kustomization(name: string): ObjectRef {
  return ref('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', `default/${name}`)
}

function highest(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0
}
