import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusedByPolicy } from '../add-ons/fitting-out-audit.ts'
import {
  FITOUT_USER,
  type FitoutController,
  installFitout,
  withTokenOfFitout,
} from '../add-ons/fitting-out-controller.ts'
import { CLUSTER, cniPack, networkFitout, profile } from '../add-ons/fitting-out.ts'
import { clusterRef } from '../cluster-api/cluster-objects.ts'
import type { AuditEvent } from '../control-plane/audit-log.ts'
import { condition } from '../kube/conditions.ts'
import type { KubeApi } from '../kube/kube-api.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab } from '../lab.ts'
import { sharedLab } from './shared-lab.ts'

const OWNER = 'fitout.dev/owner'
const ADDRESSEE = 'hand-over.fitout.dev/addressee'
const RESOURCE_SET = 'addons.cluster.x-k8s.io/resource-set'
const SETS = 'addons.cluster.x-k8s.io/v1beta2'
const RBAC = 'rbac.authorization.k8s.io'

const values = {
  name: 'values',
  handOver: [
    {
      from: { secret: 'blue-values' },
      to: { secret: 'values', namespace: 'default' },
      keys: { color: {} },
    },
  ],
  proof: { objects: [{ apiVersion: 'v1', kind: 'Secret', namespace: 'default', name: 'values' }] },
}

let lab: Lab
let controller: FitoutController
/** With the token of the controller's account, and nothing else. */
let thief: KubeApi
let uid: string
/** The name of the one hand-over. */
let handOver: string

beforeAll(async () => {
  lab = sharedLab()
  controller = await installFitout(lab)
  await controller.program.start()
  const { api } = lab.management
  for (const object of [...cniPack(), blueValues('blue'), networkFitout([values])]) await api.apply(object)
  await lab.createCluster('blue', { labels: { ...profile, environment: 'production' } })
  await untilReady()
  uid = (await api.get(clusterRef('blue'))).metadata.uid ?? ''
  handOver = `fitout-${uid}-values`
  thief = await withTokenOfFitout(lab)
})

afterAll(() => controller?.program.stop())

type Attempt = () => Promise<unknown>

/** What the API server said, or `done`. */
async function outcomeOf(attempt: Attempt): Promise<string> {
  return attempt().then(
    () => 'done',
    (error: Error) => error.message,
  )
}

describe('whoever has the token of the controller', () => {
  const byPolicy: readonly { name: string; attempt: Attempt }[] = [
    {
      name: 'make a token of a ServiceAccount by a Secret',
      attempt: () => thief.create(tokenSecret('make-me')),
    },
    {
      name: 'make such a token under the name of a hand-over',
      attempt: () => thief.create(owned(tokenSecret(`fitout-${uid}-token`))),
    },
    { name: 'create a Secret that is no hand-over', attempt: () => thief.create(secret('mine', {})) },
    {
      name: 'create a hand-over without an owner',
      attempt: () => thief.create(secret(`fitout-${uid}-more`, { type: RESOURCE_SET })),
    },
    {
      name: 'create a hand-over under a name of its own',
      attempt: () => thief.create(owned(secret('more', { type: RESOURCE_SET }))),
    },
    {
      name: 'create a hand-over in the name of another Cluster',
      attempt: () =>
        thief.create(owned(secret(`fitout-${crypto.randomUUID()}-more`, { type: RESOURCE_SET }))),
    },
    {
      name: 'change a Secret of another owner',
      attempt: () =>
        thief.patch(ref('v1', 'Secret', 'default/blue-values'), { stringData: { color: 'red' } }),
    },
    {
      name: 'make a Secret of another owner look like a hand-over',
      attempt: () => thief.patch(ref('v1', 'Secret', 'default/blue-values'), { metadata: ownership() }),
    },
    {
      name: 'change a kubeconfig',
      attempt: () =>
        thief.patch(ref('v1', 'Secret', 'default/blue-kubeconfig'), { stringData: { value: '' } }),
    },
    {
      name: 'delete a kubeconfig',
      attempt: () => thief.delete(ref('v1', 'Secret', 'default/blue-kubeconfig')),
    },
    {
      name: 'change a ClusterResourceSet of another owner',
      attempt: () =>
        thief.patch(ref(SETS, 'ClusterResourceSet', 'default/cni'), { spec: { resources: [aConfigMap] } }),
    },
    {
      name: 'delete a ClusterResourceSet of another owner',
      attempt: () => thief.delete(ref(SETS, 'ClusterResourceSet', 'default/cni')),
    },
    {
      name: 'let a hand-over deliver a Secret of another owner',
      attempt: () =>
        thief.create(aSet({ resources: [{ kind: 'Secret', name: 'cni-node' }], strategy: 'Reconcile' })),
    },
    {
      name: 'let a hand-over go to every Cluster',
      attempt: () => thief.create(aSet({ clusterSelector: { matchExpressions: [everyCluster] } })),
    },
    { name: 'change the spec of a Cluster', attempt: () => patchBlue({ spec: { paused: true } }) },
    { name: 'annotate a Cluster', attempt: () => patchBlue({ metadata: { annotations: { a: 'b' } } }) },
    {
      name: 'remove the finalizers of a Cluster',
      attempt: () => patchBlue({ metadata: { finalizers: null } }),
    },
    {
      name: 'give a Cluster an owner',
      attempt: () => patchBlue({ metadata: { ownerReferences: [{ ...ownerReference(), name: 'x' }] } }),
    },
    { name: 'change a label of another owner', attempt: () => label({ environment: 'test' }) },
    { name: 'remove a label of another owner', attempt: () => label({ environment: null }) },
    {
      name: 'take over a label of another owner as the manager "fitout"',
      attempt: () =>
        thief.apply(
          { ...CLUSTER, metadata: { name: 'blue', namespace: 'default', labels: { environment: 'test' } } },
          '',
          'fitout',
        ),
    },
    { name: 'choose the Fitout of a Cluster', attempt: () => label({ 'fitout.dev/profile': 'other' }) },
    { name: 'set a label of Cluster API', attempt: () => label({ 'cluster.x-k8s.io/cluster-name': 'x' }) },
    {
      name: 'make a Cluster the addressee of hand-overs of another one',
      attempt: () => label({ [ADDRESSEE]: crypto.randomUUID() }),
    },
    {
      name: 'write another condition into the status of a Cluster',
      attempt: () => patchBlue({ status: { conditions: [aCondition('Available')] } }, '/status'),
    },
    {
      name: 'write another field of the status of a Cluster',
      attempt: () => patchBlue({ status: { phase: 'Failed' } }, '/status'),
    },
    {
      name: 'speak of other objects in events',
      attempt: () => thief.create(anEvent({ regarding: { kind: 'Pod', name: 'x', namespace: 'default' } })),
    },
    {
      name: 'speak in the name of another controller',
      attempt: () => thief.create(anEvent({ reportingController: 'kubelet' })),
    },
    {
      name: 'hold the Lease of another owner',
      attempt: () =>
        thief.create({
          apiVersion: 'coordination.k8s.io/v1',
          kind: 'Lease',
          metadata: { name: 'other', namespace: 'fitout-system' },
        }),
    },
    {
      name: 'make a ClusterFitout for no Cluster',
      attempt: () =>
        thief.create({
          apiVersion: 'fitout.dev/v1alpha1',
          kind: 'ClusterFitout',
          metadata: { name: 'none', namespace: 'default' },
          spec: { fitout: 'eks' },
        }),
    },
  ]
  test.for(byPolicy)('cannot $name', async ({ attempt }) => {
    expect(await outcomeOf(attempt)).toContain("ValidatingAdmissionPolicy 'fitout-own-writes'")
  })

  const byRbac: readonly { name: string; attempt: Attempt }[] = [
    { name: 'ask for a token of a ServiceAccount', attempt: askForToken },
    { name: 'list Secrets', attempt: () => thief.list('v1', 'Secret') },
    { name: 'delete a Cluster', attempt: () => thief.delete(clusterRef('blue')) },
    { name: 'change a Fitout', attempt: () => thief.patch(networkFitout(), { spec: { suspend: true } }) },
    { name: 'create a Pod', attempt: createPod },
    { name: 'remove the policy', attempt: removePolicy },
  ]
  test.for(byRbac)('has no right to $name', async ({ attempt }) => {
    expect(await outcomeOf(attempt)).toContain(`User "${FITOUT_USER}" cannot`)
  })

  // What remains, and SECURITY.md says so.
  test('can read a Secret by its name, in every namespace', async () => {
    await lab.management.api.apply(secret('theirs', { metadata: { namespace: 'kube-system' } }))
    expect(await outcomeOf(() => thief.get(ref('v1', 'Secret', 'kube-system/theirs')))).toBe('done')
  })

  describe('and was made cluster-admin by mistake', () => {
    beforeAll(async () => {
      const { api } = lab.management
      await api.apply(clusterAdmin())
      await until('it is', async () => (await thief.list('v1', 'Secret')).length > 0)
    })
    afterAll(() => lab.management.api.delete(clusterAdmin()))

    test.for([
      { name: 'ask for a token of a ServiceAccount', attempt: askForToken },
      { name: 'create a Pod', attempt: createPod },
      { name: 'delete a Cluster', attempt: () => thief.delete(clusterRef('blue')) },
    ])('still cannot $name', async ({ attempt }) => {
      expect(await outcomeOf(attempt)).toContain("ValidatingAdmissionPolicy 'fitout-own-writes'")
    })
  })
})

describe('the controller, under the same policy,', () => {
  test('brings a changed value to the cluster', async () => {
    await lab.management.api.apply(blueValues('green'))
    const { controlPlane } = await lab.untilConnected('blue')
    await until('the value is there', async () => {
      const { data } = await controlPlane.api.get(ref('v1', 'Secret', 'default/values'))
      return (data as { color: string }).color === Buffer.from('green').toString('base64')
    })
    await untilReady()
  })

  test('takes back a hand-over that a user has changed', async () => {
    const { api } = lab.management
    const set = ref(SETS, 'ClusterResourceSet', `default/${handOver}`)
    await api.patch(set, { spec: { resources: [aConfigMap] } })
    await until('it is as it was', async () => {
      const { resources } = (await api.get(set))['spec'] as { resources: readonly { name: string }[] }
      return resources.length === 1 && resources[0]?.name === handOver
    })
  })

  test('withdraws all of its own when the plan goes, and nothing else', async () => {
    const { api } = lab.management
    await api.delete(networkFitout())
    const ours = ref('fitout.dev/v1alpha1', 'ClusterFitout', 'default/blue')
    await until('the ClusterFitout is gone', async () => !(await api.find(ours)))
    const cluster = await api.get(clusterRef('blue'))
    expect(cluster.metadata.labels).toEqual({ ...profile, environment: 'production' })
    expect(condition(cluster, 'FitoutReady')).toBeUndefined()
    expect(await api.find(ref('v1', 'Secret', `default/${handOver}`))).toBeUndefined()
    expect(await api.find(ref(SETS, 'ClusterResourceSet', `default/${handOver}`))).toBeUndefined()
    expect(await api.find(ref(SETS, 'ClusterResourceSet', 'default/cni'))).toBeDefined()
  })

  test('was never refused', () => {
    expect(refusedByPolicy(lab)).toEqual([])
    // The attempts above are in the log, so it does show what is refused.
    expect(lab.management.audit().filter(isRefused).length).toBeGreaterThan(20)
  })
})

function isRefused({ responseStatus }: AuditEvent): boolean {
  return responseStatus?.message?.includes("'fitout-own-writes'") === true
}

async function untilReady(): Promise<void> {
  const what = ref('fitout.dev/v1alpha1', 'ClusterFitout', 'default/blue')
  await until(
    'blue is Ready',
    async () => {
      const status = (await lab.management.api.get(what))['status'] as { state?: string } | undefined
      if (status?.state === 'Ready') return true
      throw new Error(JSON.stringify(status))
    },
    110_000,
  )
}

function blueValues(color: string): KubeObject {
  return secret('blue-values', { stringData: { color } })
}

interface SecretPart {
  readonly type?: string
  readonly stringData?: object
  readonly metadata?: object
}

function secret(name: string, { metadata = {}, ...rest }: SecretPart): KubeObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'default', ...metadata }, ...rest }
}

function ownerReference() {
  return { ...CLUSTER, name: 'blue', uid }
}

function ownership() {
  return { labels: { [OWNER]: uid }, ownerReferences: [ownerReference()] }
}

function owned(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, ...ownership() } }
}

function tokenSecret(name: string): KubeObject {
  const annotations = { 'kubernetes.io/service-account.name': 'default' }
  return secret(name, { type: 'kubernetes.io/service-account-token', metadata: { annotations } })
}

const aConfigMap = { kind: 'ConfigMap', name: 'cni-node' }

const everyCluster = { key: 'x', operator: 'DoesNotExist' }

function aSet(spec: object): KubeObject {
  const name = `fitout-${uid}-more`
  const usual = {
    strategy: 'Reconcile',
    resources: [{ kind: 'Secret', name }],
    clusterSelector: { matchLabels: { [ADDRESSEE]: uid } },
  }
  const metadata = { name, namespace: 'default' }
  return owned({ apiVersion: SETS, kind: 'ClusterResourceSet', metadata, spec: { ...usual, ...spec } })
}

async function patchBlue(patch: object, subresource = ''): Promise<KubeObject> {
  return thief.patch(clusterRef('blue'), patch, subresource)
}

async function label(labels: Readonly<Record<string, string | null>>): Promise<KubeObject> {
  return patchBlue({ metadata: { labels } })
}

function aCondition(type: string): object {
  return { type, status: 'True', reason: 'Stolen', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' }
}

function anEvent(part: object): KubeObject {
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: 'stolen', namespace: 'default' },
    eventTime: '2026-01-01T00:00:00.000000Z',
    reportingController: 'fitout.dev/controller',
    reportingInstance: 'fitout',
    action: 'Stolen',
    reason: 'Stolen',
    type: 'Normal',
    regarding: { ...CLUSTER, name: 'blue', namespace: 'default', uid },
    ...part,
  }
}

async function askForToken(): Promise<unknown> {
  const account = ref('v1', 'ServiceAccount', 'kube-system/default')
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }
  return thief.post(account, '/token', request)
}

async function createPod(): Promise<unknown> {
  const spec = { containers: [{ name: 'a', image: 'example.com/a:1' }] }
  return thief.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'stolen', namespace: 'default' },
    spec,
  })
}

async function removePolicy(): Promise<unknown> {
  return thief.delete(
    ref('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', 'fitout-own-writes'),
  )
}

function clusterAdmin(): KubeObject {
  return {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'by-mistake' },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'fitout', namespace: 'fitout-system' }],
  }
}
