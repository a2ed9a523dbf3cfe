import type { KubeObject } from '../../engine/api/kube-object.ts'
import { karpenterDefinitions } from './add-on-definitions.ts'

/** Manifests by the name of their ConfigMap. */
export type PackContents = Readonly<Record<string, readonly KubeObject[]>>

/** The controllers of Flux that the samples install: no more than they use. */
export const simulatedControllers = ['source-controller', 'helm-controller'] as const

/** A namespace. @internal */
export function namespaceObject(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}

interface Workload {
  readonly namespace: string
  readonly name: string
  readonly image: string
  readonly nodeSelector?: Readonly<Record<string, string>>
}

/** A Deployment or DaemonSet of one container. */
export function workloadObject(
  kind: 'Deployment' | 'DaemonSet',
  { namespace, name, image, nodeSelector }: Workload,
): KubeObject {
  const labels = { app: name }
  const pod = { containers: [{ name: 'main', image }], ...(nodeSelector ? { nodeSelector } : {}) }
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name, namespace },
    spec: {
      ...(kind === 'Deployment' ? { replicas: 1 } : {}),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: pod },
    },
  }
}

/** Flux without its definitions, and the namespace that it installs Karpenter into. */
export function fluxObjects(
  imageOf: (name: (typeof simulatedControllers)[number]) => string,
): readonly KubeObject[] {
  const namespace = 'flux-system'
  return [
    namespaceObject(namespace),
    namespaceObject('karpenter'),
    ...simulatedControllers.map(name =>
      workloadObject('Deployment', { namespace, name, image: imageOf(name) }),
    ),
  ]
}

interface Release {
  readonly version: string
  /** The values of the chart, by the keys of the Secret `eks-connection` that they are from. */
  readonly values: Readonly<Record<string, string>>
}

/** Karpenter as Flux is told to install it: the repository of its chart, and the release. */
export function karpenterRelease({ version, values }: Release): readonly [KubeObject, KubeObject] {
  const sourceRef = { kind: 'HelmRepository', name: 'charts' }
  const from = { kind: 'Secret', name: 'eks-connection' }
  return [
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'HelmRepository',
      metadata: { name: 'charts', namespace: 'karpenter' },
      spec: { interval: '10m', url: 'https://charts.example.com' },
    },
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'karpenter', namespace: 'karpenter' },
      spec: {
        interval: '10m',
        chart: { spec: { chart: 'karpenter', version, sourceRef } },
        valuesFrom: Object.entries(values).map(([valuesKey, targetPath]) => ({
          ...from,
          valuesKey,
          targetPath,
        })),
      },
    },
  ]
}

/** What the chart of Karpenter brings. */
export function karpenterObjects(version: string): readonly KubeObject[] {
  const image = `public.ecr.aws/karpenter/controller:${version}`
  return [
    ...karpenterDefinitions,
    workloadObject('Deployment', { namespace: 'karpenter', name: 'karpenter', image }),
  ]
}

/** A NodePool, and something that has no place without it: Karpenter makes a node only for that. */
export function nodePoolObjects(wants: Pick<Workload, 'name' | 'image'>): readonly KubeObject[] {
  const nodeClassRef = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' }
  return [
    {
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata: { name: 'default' },
      spec: { template: { spec: { nodeClassRef, requirements: [] } } },
    },
    workloadObject('Deployment', {
      namespace: 'default',
      ...wants,
      nodeSelector: { 'karpenter.sh/nodepool': 'default' },
    }),
  ]
}
