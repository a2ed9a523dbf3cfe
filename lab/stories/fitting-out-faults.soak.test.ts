import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { byFitout, isLease, writes } from '../add-ons/fitting-out-audit.ts'
import { type FitoutController, installFitout } from '../add-ons/fitting-out-controller.ts'
import { cniPack, gates, networkFitout, profile } from '../add-ons/fitting-out.ts'
import { hasCondition } from '../kube/conditions.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import { Lab, type LabCluster } from '../lab.ts'

// What goes wrong with clusters and the ways to them, on the real systems; each story ends where it began.
let lab: Lab
let controller: FitoutController
let blue: LabCluster
let green: LabCluster

// Cluster API knows connections by the name of the cluster: one that comes at once gets the connection of the one before,
// and what is applied over it goes nowhere, whatever the binding says.
const FORGOTTEN_MS = 3000

beforeAll(async () => {
  lab = await Lab.start({ name: 'fitting-out-faults', controlPlanes: ['blue', 'green'] })
  controller = await installFitout(lab)
  await controller.program.start()
  for (const object of [...cniPack(), networkFitout()]) await lab.management.api.apply(object)
  blue = await lab.createCluster('blue', { labels: profile })
  green = await lab.createCluster('green', { labels: profile })
  await Promise.all([untilStatus('blue', { state: 'Ready' }), untilStatus('green', { state: 'Ready' })])
})

afterAll(async () => {
  await controller?.program.stop()
  await lab?.stop()
})

afterEach(() => blue.controlPlane.proxy.pass())

test('new credentials are picked up, and nobody notices', async () => {
  const from = now()
  await lab.rotateKubeconfig(blue)
  await breakNetwork(blue)
  await untilStatus('blue', { state: 'Fitting out', reason: 'ProofInProgress' })
  await mendNetwork(blue)
  await untilStatus('blue', { state: 'Ready' })
  expect(labelWrites(from)).toEqual([])
})

test('a kubeconfig that leads to another cluster is not believed', async () => {
  await lab.swapKubeconfig(blue, green)
  await untilStatus('blue', { state: 'Unknown', reason: 'WorkloadIdentityChanged' })
  expect(hasCondition(await lab.management.api.get(blue.ref), 'FitoutReady', 'Unknown')).toBe(true)
  await lab.swapKubeconfig(blue, blue)
  await untilStatus('blue', { state: 'Ready' })
})

test('an API server that does not answer is told, and what is ready stays ready for a while', async () => {
  blue.controlPlane.proxy.blackhole()
  await until('it is not read', async () => (await stepsOf('blue')).every(({ unreadSince }) => unreadSince))
  expect(await stepsOf('blue')).toMatchObject([{ state: 'Ready' }, { state: 'Ready' }])
  expect(hasCondition(await lab.management.api.get(blue.ref), 'FitoutReady', 'True')).toBe(true)
  blue.controlPlane.proxy.pass()
  await until('it is read', async () => (await stepsOf('blue')).every(({ unreadSince }) => !unreadSince))
  await untilStatus('blue', { state: 'Ready' })
})

test('connections that are cut are made anew, and nobody notices', async () => {
  const from = now()
  blue.controlPlane.proxy.dropConnections()
  await breakNetwork(blue)
  await untilStatus('blue', { state: 'Fitting out' })
  await mendNetwork(blue)
  await untilStatus('blue', { state: 'Ready' })
  expect(labelWrites(from)).toEqual([])
})

test('an API server that comes back after a crash is followed again', async () => {
  const from = now()
  await blue.controlPlane.program('kube-apiserver').restart()
  await breakNetwork(blue)
  await untilStatus('blue', { state: 'Fitting out' })
  await mendNetwork(blue)
  await untilStatus('blue', { state: 'Ready' })
  expect(labelWrites(from)).toEqual([])
})

test('a management cluster that was away for a while is followed again', async () => {
  const from = now()
  await lab.management.program('kube-apiserver').restart()
  await breakNetwork(green)
  await untilStatus('green', { state: 'Fitting out' })
  await mendNetwork(green)
  await untilStatus('green', { state: 'Ready' })
  expect(labelWrites(from)).toEqual([])
})

test('a cluster that is paused gets no gate', async () => {
  await lab.management.api.patch(blue.ref, { spec: { paused: true } })
  await untilStatus('blue', { state: 'Paused' })
  const from = now()
  await lab.management.api.apply(networkFitout([extraStep]))
  await sleep(3000)
  expect(labelWrites(from).filter(({ objectRef }) => objectRef?.name === 'blue')).toEqual([])
  await lab.management.api.patch(blue.ref, { spec: { paused: null } })
  await until('the new gate is open', async () => extraStep.gate.label in (await labelsOf(blue)))
  await untilStatus('blue', { state: 'Ready' })
})

test('a step that leaves the plan takes its gate along', async () => {
  await lab.management.api.apply(networkFitout())
  await until('the gate is gone', async () => !(extraStep.gate.label in (await labelsOf(blue))))
  expect(await labelsOf(blue)).toHaveProperty([gates.cni], 'true')
  await Promise.all([untilStatus('blue', { state: 'Ready' }), untilStatus('green', { state: 'Ready' })])
})

test('a cluster that is made anew under its name is another one', async () => {
  const before = await lab.management.api.get(blue.ref)
  await lab.deleteCluster(blue)
  await until(
    'its ClusterFitout is gone',
    async () => !(await lab.management.api.find(clusterFitout('blue'))),
  )
  blue = await lab.createCluster('blue', { labels: profile })
  const object = await untilStatus('blue', { state: 'Ready' })
  expect((object['status'] as { cluster: { uid: string } }).cluster.uid).not.toBe(before.metadata.uid)
})

test('a second controller takes over from one that hangs, and that one stays away when it wakes up', async () => {
  const second = await installFitout(lab, { name: 'second' })
  await second.program.start()
  controller.program.freeze()
  await breakNetwork(green)
  await untilStatus('green', { state: 'Fitting out' })
  await mendNetwork(green)
  await untilStatus('green', { state: 'Ready' })
  const from = now()
  controller.program.thaw()
  await sleep(5000)
  const said = writes(byFitout(lab.management.audit())).filter(
    event => event.requestReceivedTimestamp > from && !isLease(event),
  )
  expect(said).toEqual([])
  await second.program.stop()
  await breakNetwork(green)
  await untilStatus('green', { state: 'Fitting out' })
  await mendNetwork(green)
  await untilStatus('green', { state: 'Ready' })
})

test('the controller may die at any moment', async () => {
  await lab.deleteCluster(blue)
  await controller.program.kill()
  await sleep(FORGOTTEN_MS)
  blue = await lab.createCluster('blue', { labels: profile })
  // Long enough to take over the lease of the one before, at times, and at times not.
  for (const seconds of [1, 8, 17]) {
    controller.program.launch()
    await sleep(seconds * 1000)
    await controller.program.kill()
  }
  controller.program.launch()
  await untilStatus('blue', { state: 'Ready' })
  expect(writes(byFitout(blue.controlPlane.audit()))).toEqual([])
}, 240_000)

const extraStep = {
  name: 'extra',
  gate: { label: 'extra.example.com/enabled' },
  proof: { preset: 'api' },
} as const

function now(): string {
  return new Date().toISOString()
}

function clusterFitout(cluster: string) {
  return ref('fitout.dev/v1alpha1', 'ClusterFitout', `default/${cluster}`)
}

interface Step {
  readonly state: string
  readonly unreadSince?: string
}

async function stepsOf(cluster: string): Promise<readonly Step[]> {
  const { steps } = (await lab.management.api.get(clusterFitout(cluster)))['status'] as { steps: Step[] }
  return steps
}

async function untilStatus(
  cluster: string,
  want: { readonly state?: string; readonly reason?: string | undefined },
): Promise<KubeObject> {
  return until(
    `${cluster} is ${JSON.stringify(want)}`,
    async () => {
      const object = await lab.management.api.get(clusterFitout(cluster))
      const status = object['status'] as { state?: string; cause?: { reason?: string } } | undefined
      const isState = !('state' in want) || status?.state === want.state
      const isReason = !('reason' in want) || status?.cause?.reason === want.reason
      if (isState && isReason) return object
      throw new Error(JSON.stringify({ state: status?.state, cause: status?.cause }))
    },
    100_000,
  )
}

async function labelsOf({ ref: cluster }: LabCluster): Promise<Readonly<Record<string, string>>> {
  return (await lab.management.api.get(cluster)).metadata.labels ?? {}
}

/** What Fitout wrote to Clusters themselves since a time. */
function labelWrites(from: string) {
  return writes(byFitout(lab.management.audit())).filter(
    ({ objectRef, requestReceivedTimestamp }) =>
      objectRef?.resource === 'clusters' &&
      objectRef.subresource === undefined &&
      requestReceivedTimestamp > from,
  )
}

const cniNode = ref('apps/v1', 'DaemonSet', 'network/cni-node')

/** No node has the label that the pods then ask for: the DaemonSet is without a node. */
async function breakNetwork({ controlPlane }: LabCluster): Promise<void> {
  await until('it is broken', async () => controlPlane.api.patch(cniNode, selecting('no-such-node')))
}

async function mendNetwork({ controlPlane }: LabCluster): Promise<void> {
  await until('it is mended', async () => controlPlane.api.patch(cniNode, selecting(null)))
}

function selecting(name: string | null): object {
  return { spec: { template: { spec: { nodeSelector: { 'example.com/node': name } } } } }
}
