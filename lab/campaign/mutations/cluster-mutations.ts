import { fluxControllers } from '../../add-ons/flux.ts'
import { hasCondition } from '../../kube/conditions.ts'
import { type KubeObject, type ObjectRef, ref } from '../../kube/kube-object.ts'
import { until } from '../../kube/until.ts'
import type { Place } from '../../situations/place.ts'
import type { Mutated } from './mutation.ts'

/** Something that is broken for a whole cluster: it runs alone, with one step that shows it. */
export interface ClusterMutation {
  readonly name: string
  /** The base that shows it. */
  readonly base: string
  readonly mutated: (place: Place) => Mutated
  /** Breaks it before the step is delivered. */
  readonly break: (place: Place) => Promise<void>
  readonly undo: (place: Place) => Promise<void>
  /** Set where it breaks every cluster of the lab. */
  readonly isForAll?: true
}

const RBAC = 'rbac.authorization.k8s.io/v1'
const flux = (name: string) => ref('apps/v1', 'Deployment', `flux-system/${name}`)
const karpenter = ref('apps/v1', 'Deployment', 'karpenter/karpenter')
const mainNode = ({ controlPlane }: Place) => ref('v1', 'Node', `${controlPlane.name}-node-0`)

/** What breaks a whole cluster. */
export const clusterMutations: readonly ClusterMutation[] = [
  scaled(flux('helm-controller'), 'chart-http'),
  scaled(flux('source-controller'), 'chart-oci'),
  scaled(flux('source-controller'), 'git-apps'),
  scaled(flux('kustomize-controller'), 'git-values'),
  scaled(karpenter, 'nodes'),
  withoutBinding('cluster-reconciler-flux-system', 'chart-values'),
  withoutBinding('cluster-reconciler-flux-system', 'git-chain'),
  withoutBinding('crd-controller-flux-system', 'chart-ref'),
  frozen('kube-scheduler', 'web'),
  frozen('kube-controller-manager', 'migrate'),
  {
    name: 'Cluster API does not go on',
    isForAll: true,
    base: 'widget',
    mutated: () => ({
      side: 'management',
      object: ref('apps/v1', 'Deployment', 'capi-system/capi-controller-manager'),
      words: ['Cluster API'],
    }),
    break: async ({ lab }) => lab.clusterApi.freeze(),
    undo: async ({ lab }) => lab.clusterApi.thaw(),
  },
  {
    name: 'every node is cordoned',
    base: 'backup',
    mutated: place => ({ side: 'workload', object: mainNode(place), words: ['cordon', 'unschedulable'] }),
    break: async place => {
      await place.workload.patch(mainNode(place), { spec: { unschedulable: true } })
    },
    undo: async place => {
      await place.workload.patch(mainNode(place), { spec: { unschedulable: null } })
    },
  },
  {
    name: 'every node has a taint',
    base: 'store',
    mutated: place => ({
      side: 'workload',
      object: mainNode(place),
      words: ['example.com/upgrade', 'taint'],
    }),
    break: async place => {
      const taints = [{ key: 'example.com/upgrade', effect: 'NoSchedule' }]
      await place.workload.patch(mainNode(place), { spec: { taints } })
    },
    undo: async place => {
      await place.workload.patch(mainNode(place), { spec: { taints: null } })
    },
  },
  {
    name: 'the Cluster is paused',
    base: 'web',
    mutated: ({ clusterRef }) => ({ side: 'management', object: clusterRef, words: ['paused'] }),
    break: place => place.patchCluster({ spec: { paused: true } }),
    undo: place => place.patchCluster({ spec: { paused: null } }),
  },
  {
    name: 'the kubeconfig is no kubeconfig',
    base: 'agent',
    mutated: ({ kubeconfigRef }) => ({ side: 'management', object: kubeconfigRef, words: ['kubeconfig'] }),
    break: place => place.writeKubeconfig('clusters: ['),
    undo: place => place.renewKubeconfig(),
  },
  {
    name: 'the provider has not written the kubeconfig',
    base: 'tenant',
    mutated: ({ kubeconfigRef }) => ({ side: 'management', object: kubeconfigRef, words: ['kubeconfig'] }),
    break: async place => {
      await place.pauseProvider(true)
      await place.management.delete(place.kubeconfigRef)
    },
    undo: place => place.renewKubeconfig(),
  },
  {
    name: 'the API server cannot be reached',
    base: 'guard',
    mutated: ({ clusterRef }) => ({
      side: 'workload',
      object: clusterRef,
      words: ['cannot be reached', 'connection refused', 'ECONNREFUSED', 'does not respond'],
    }),
    break: async ({ controlPlane }) => controlPlane.proxy.cut(),
    undo: async ({ controlPlane }) => controlPlane.proxy.pass(),
  },
  {
    name: 'the label by which the Cluster asks for add-ons is gone',
    base: 'values',
    mutated: ({ clusterRef }) => ({
      side: 'management',
      object: clusterRef,
      words: ['fitout.dev/profile', 'select'],
    }),
    break: place => place.patchCluster({ metadata: { labels: { 'fitout.dev/profile': null } } }),
    undo: place => place.patchCluster({ metadata: { labels: { 'fitout.dev/profile': 'base' } } }),
  },
]

/** Waits until everything that all steps need runs again. */
export async function untilWhole({ workload }: Place): Promise<void> {
  for (const object of [...fluxControllers.map(flux), karpenter])
    await until(
      `${object.metadata.name} is available`,
      async () => hasCondition(await workload.get(object), 'Available', 'True'),
      120_000,
    )
}

function scaled(object: ObjectRef, base: string): ClusterMutation {
  return {
    name: `${object.metadata.name} is scaled to zero`,
    base,
    mutated: () => ({ side: 'workload', object, words: [object.metadata.name] }),
    break: async ({ workload }) => {
      await workload.patch(object, { spec: { replicas: 0 } })
      await until(`${object.metadata.name} is gone`, async () => {
        const { status } = (await workload.get(object)) as KubeObject & { status?: { replicas?: number } }
        return (status?.replicas ?? 0) === 0
      })
    },
    undo: async ({ workload }) => {
      await workload.patch(object, { spec: { replicas: 1 } })
    },
  }
}

function withoutBinding(name: string, base: string): ClusterMutation {
  const object = ref(RBAC, 'ClusterRoleBinding', name)
  let kept: KubeObject | undefined
  return {
    name: `ClusterRoleBinding ${name} is removed`,
    base,
    mutated: () => ({
      side: 'workload',
      object,
      words: ['forbidden', name, 'system:serviceaccount:flux-system'],
    }),
    break: async ({ workload }) => {
      kept = await workload.get(object)
      await workload.delete(object)
    },
    undo: async ({ workload }) => {
      if (!kept) return
      const { roleRef, subjects } = kept
      await workload.apply({ ...object, roleRef, subjects })
    },
  }
}

function frozen(program: string, base: string): ClusterMutation {
  return {
    name: `${program} does not go on`,
    base,
    mutated: () => ({
      side: 'workload',
      object: ref('v1', 'Pod', `kube-system/${program}`),
      words: [program, program.replace('kube-', '')],
    }),
    break: async ({ controlPlane }) => controlPlane.program(program).freeze(),
    undo: async ({ controlPlane }) => controlPlane.program(program).thaw(),
  }
}
