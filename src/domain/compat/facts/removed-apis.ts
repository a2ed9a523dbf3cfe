import type { FactSource } from '../component-facts.ts'

/** A version of an API that a component stopped to serve. */
export interface RemovedApi {
  readonly component: string
  readonly apiVersion: string
  /** Undefined stands for all kinds. */
  readonly kinds?: readonly string[]
  /** The first line without it. */
  readonly removedIn: string
  /** What to write instead. */
  readonly use: string
  readonly source: FactSource
}

const flux27 = { url: 'https://fluxcd.io/blog/2025/09/flux-v2.7.0/', asOf: '2026-07-24' } satisfies FactSource
const flux28 = { url: 'https://fluxcd.io/blog/2026/02/flux-v2.8.0/', asOf: '2026-07-24' } satisfies FactSource
const flux29 = {
  url: 'https://github.com/fluxcd/flux2/releases/tag/v2.9.0',
  asOf: '2026-07-24',
} satisfies FactSource
const karpenter033 = {
  url: 'https://karpenter.sh/docs/upgrading/upgrade-guide/',
  asOf: '2026-08-21',
} satisfies FactSource
const karpenter11 = {
  url: 'https://karpenter.sh/v1.0/upgrading/v1-migration/',
  asOf: '2026-08-21',
} satisfies FactSource
const clusterApiBook = {
  url: 'https://github.com/kubernetes-sigs/cluster-api/blob/v1.14.2/docs/book/src/reference/versions.md',
  asOf: '2026-11-15',
} satisfies FactSource

/** The versions of APIs that are gone. What is only planned or deprecated is not here. */
export const removedApis = [
  ...fluxApis('2.7', flux27, {
    'source.toolkit.fluxcd.io/v1beta1': 'source.toolkit.fluxcd.io/v1',
    'kustomize.toolkit.fluxcd.io/v1beta1': 'kustomize.toolkit.fluxcd.io/v1',
    'helm.toolkit.fluxcd.io/v2beta1': 'helm.toolkit.fluxcd.io/v2',
    'image.toolkit.fluxcd.io/v1beta1': 'image.toolkit.fluxcd.io/v1',
  }),
  ...notificationApis('v1beta1', '2.7', flux27),
  ...fluxApis('2.8', flux28, {
    'source.toolkit.fluxcd.io/v1beta2': 'source.toolkit.fluxcd.io/v1',
    'kustomize.toolkit.fluxcd.io/v1beta2': 'kustomize.toolkit.fluxcd.io/v1',
    'helm.toolkit.fluxcd.io/v2beta2': 'helm.toolkit.fluxcd.io/v2',
  }),
  ...fluxApis('2.9', flux29, { 'image.toolkit.fluxcd.io/v1beta2': 'image.toolkit.fluxcd.io/v1' }),
  ...notificationApis('v1beta2', '2.9', flux29),
  ...karpenterApis('karpenter.sh', { v1alpha5: '0.33', v1beta1: '1.1' }),
  ...karpenterApis('karpenter.k8s.aws', { v1alpha1: '0.33', v1beta1: '1.1' }),
  ...clusterApis('cluster.x-k8s.io'),
  ...clusterApis('addons.cluster.x-k8s.io'),
] satisfies readonly RemovedApi[]

function fluxApis(
  removedIn: string,
  source: FactSource,
  uses: Readonly<Record<string, string>>,
): readonly RemovedApi[] {
  return Object.entries(uses).map(([apiVersion, use]) => ({
    component: 'flux',
    apiVersion,
    removedIn,
    use,
    source,
  }))
}

// Receivers were stable long before Alerts and Providers, which are so from 2.10 on.
function notificationApis(version: string, removedIn: string, source: FactSource): readonly RemovedApi[] {
  const group = 'notification.toolkit.fluxcd.io'
  const gone = { component: 'flux', apiVersion: `${group}/${version}`, removedIn, source }
  return [
    { ...gone, kinds: ['Receiver'], use: `${group}/v1` },
    { ...gone, kinds: ['Alert', 'Provider'], use: `${group}/v1beta3` },
  ]
}

function karpenterApis(group: string, removals: Readonly<Record<string, string>>): readonly RemovedApi[] {
  return Object.entries(removals).map(([version, removedIn]) => ({
    component: 'karpenter',
    apiVersion: `${group}/${version}`,
    removedIn,
    use: `${group}/v1`,
    source: removedIn === '1.1' ? karpenter11 : karpenter033,
  }))
}

// Not served since; they were deleted from the definitions in 1.13.
function clusterApis(group: string): readonly RemovedApi[] {
  const gone = { component: 'cluster-api', use: `${group}/v1beta1`, source: clusterApiBook }
  return [
    { ...gone, apiVersion: `${group}/v1alpha3`, removedIn: '1.5' },
    { ...gone, apiVersion: `${group}/v1alpha4`, removedIn: '1.6' },
  ]
}
