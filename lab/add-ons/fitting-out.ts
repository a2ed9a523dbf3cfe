import { CLUSTER_API_VERSION } from '../cluster-api/cluster-objects.ts'
import type { KubeObject } from '../kube/kube-object.ts'
import type { Modules } from '../programs/modules.ts'
import { fluxManifests } from './flux.ts'
import { karpenterValues } from './karpenter.ts'
import { resourceSet, type ResourceSetSpec } from './resource-set.ts'

/** The label by which a Cluster asks to be fitted out as below. */
export const profile = { 'fitout.dev/profile': 'eks' } as const

/** The gates of the plan below, in the order in which they open. */
export const gates = {
  cni: 'cni.example.com/enabled',
  flux: 'fluxcd.io/enabled',
  karpenter: 'karpenter.sh/enabled',
  nodes: 'nodes.example.com/enabled',
} as const

/** A plan as in docs/guides: network, Flux, Karpenter with values from Terraform, and nodes that Karpenter makes. */
export function fitout(): KubeObject {
  return {
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'Fitout',
    metadata: { name: 'eks', namespace: 'default' },
    spec: {
      clusterSelector: { matchLabels: profile },
      steps: [
        ...networkSteps,
        {
          name: 'flux',
          gate: { label: gates.flux },
          resourceSets: ['fluxcd-installer'],
          proof: { preset: 'flux' },
        },
        karpenterStep(),
        {
          name: 'nodes',
          gate: { label: gates.nodes },
          resourceSets: ['karpenter-nodes'],
          proof: { preset: 'karpenter', with: { nodePools: ['default'], node: true } },
        },
      ],
    },
  }
}

const networkSteps = [
  { name: 'api', proof: { preset: 'api' } },
  {
    name: 'cni',
    gate: { label: gates.cni },
    resourceSets: ['cni'],
    proof: {
      objects: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', namespace: 'network', name: 'cni-node' }],
    },
  },
]

/** A plan of the network alone, for stories about other things, with more steps after it. */
export function networkFitout(more: readonly object[] = []): KubeObject {
  const plan = fitout()
  return { ...plan, spec: { ...(plan['spec'] as object), steps: [...networkSteps, ...more] } }
}

function karpenterStep(): object {
  return {
    name: 'karpenter',
    dependsOn: ['flux'],
    gate: { label: gates.karpenter },
    handOver: [
      {
        from: { secret: '${CLUSTER_NAME}-eks-connection' },
        to: { secret: 'eks-connection', namespace: 'karpenter' },
        keys: {
          karpenter_iam_role_arn: { format: 'arn' },
          karpenter_queue_name: { path: 'karpenter.queue_name' },
        },
      },
    ],
    render: ['karpenter-facts'],
    resourceSets: ['karpenter-installer'],
    proof: {
      preset: 'karpenter',
      with: { source: { kind: 'HelmRepository', name: 'lab' }, helmRelease: { name: 'karpenter' } },
    },
  }
}

/** What Terraform leaves behind for a cluster: a plain value, and one inside JSON. */
export function eksConnection(cluster: string, karpenter: Readonly<Record<string, string>>): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${cluster}-eks-connection`, namespace: 'default' },
    stringData: {
      karpenter_iam_role_arn: `arn:aws:iam::012345678901:role/karpenter-${cluster}`,
      karpenter: JSON.stringify(karpenter),
    },
  }
}

/**
 * Everything that delivers the plan: ClusterResourceSets with their packs, and the template that is filled. What is to be
 * upgraded later has the strategy Reconcile from the beginning: it cannot be changed.
 */
export async function deliveries(
  modules: Modules,
  chartsUrl: string,
  { strategy }: Pick<ResourceSetSpec, 'strategy'> = {},
): Promise<readonly KubeObject[]> {
  const flux = await fluxManifests(modules)
  const packs: readonly Pack[] = [
    [
      'fluxcd-installer',
      'flux',
      {
        'flux-crds': flux.crds,
        'flux-core': flux.core,
        'karpenter-namespace': [namespace('karpenter')],
      },
    ],
    ['karpenter-installer', 'karpenter', { 'karpenter-release': release(modules, chartsUrl) }],
    ['karpenter-nodes', 'nodes', { 'karpenter-nodes': nodes() }],
  ]
  const sets = packs.flatMap(([name, step, configMaps]) =>
    resourceSet({
      name,
      matchLabels: { [gates[step]]: 'true' },
      configMaps,
      ...(strategy ? { strategy } : {}),
    }),
  )
  return [facts(), ...cniPack(), ...sets]
}

/** What delivers the network. */
export function cniPack(): readonly KubeObject[] {
  return resourceSet({
    name: 'cni',
    matchLabels: { [gates.cni]: 'true' },
    configMaps: { 'cni-namespace': [namespace('network')], 'cni-node': [cniNode()] },
  })
}

type Pack = readonly [
  name: string,
  step: keyof typeof gates,
  configMaps: Readonly<Record<string, readonly KubeObject[]>>,
]

// A template that is filled for each cluster, with what the cluster is and with what is handed over.
function facts(): KubeObject {
  const metadata = { name: 'karpenter-facts', namespace: 'karpenter' }
  const filled = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata,
    data: { cluster: '${CLUSTER_NAME}', queue: '${KARPENTER_QUEUE_NAME}' },
  }
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { ...metadata, namespace: 'default' },
    data: { 'facts.yaml': JSON.stringify(filled) },
  }
}

function namespace(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}

function cniNode(): KubeObject {
  const labels = { app: 'cni-node' }
  const containers = [{ name: 'cni', image: 'example.com/cni:1.0.0' }]
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'cni-node', namespace: 'network' },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  }
}

const targetPaths = {
  karpenter_iam_role_arn: 'serviceAccount.annotations.eks\\.amazonaws\\.com/role-arn',
  karpenter_queue_name: 'additionalAnnotations.queue-name',
} as const

function release(modules: Modules, url: string): readonly KubeObject[] {
  const sourceRef = { kind: 'HelmRepository', name: 'lab' }
  const version = modules.karpenter.version.slice(1)
  return [
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'HelmRepository',
      metadata: { name: 'lab', namespace: 'karpenter' },
      spec: { interval: '10m', url },
    },
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'karpenter', namespace: 'karpenter' },
      spec: {
        interval: '10m',
        chart: { spec: { chart: 'karpenter', version, sourceRef } },
        values: karpenterValues(modules),
        valuesFrom: Object.entries(targetPaths).map(([valuesKey, targetPath]) => ({
          kind: 'Secret',
          name: 'eks-connection',
          valuesKey,
          targetPath,
        })),
      },
    },
  ]
}

function nodes(): readonly KubeObject[] {
  const metadata = { name: 'default' }
  const nodeClassRef = { group: 'karpenter.kwok.sh', kind: 'KWOKNodeClass', name: 'default' }
  const labels = { app: 'wants-a-node' }
  // Only a node that Karpenter makes has this label, so the pod stays pending until there is one.
  const nodeSelector = { 'karpenter.sh/nodepool': 'default' }
  const spec = { nodeSelector, containers: [{ name: 'app', image: 'registry.k8s.io/pause:3.10' }] }
  return [
    { apiVersion: 'karpenter.kwok.sh/v1alpha1', kind: 'KWOKNodeClass', metadata, spec: {} },
    {
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata,
      spec: { template: { spec: { nodeClassRef, requirements: [] } } },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'wants-a-node', namespace: 'default' },
      spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    },
  ]
}

/** Lets a Cluster count as available only when its add-ons are ready. */
export const countsAddOns = { availabilityGates: [{ conditionType: 'FitoutReady' }] } as const

/** The Cluster's kind, with the version in which the stories read it. */
export const CLUSTER = { apiVersion: CLUSTER_API_VERSION, kind: 'Cluster' } as const
