import type { PresetName } from '../../domain/proof/presets/presets.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** What brings things that stand in no manifest: a release, a Kustomization, an operator, or the cluster itself. */
export type Bringer =
  | { readonly by: 'cluster' }
  | { readonly by: 'object'; readonly kind: BringerKind; readonly namespace: string; readonly name: string }

/** Kinds that make more than they are. */
export type BringerKind = 'HelmRelease' | 'Kustomization' | 'Deployment'

/** An object that no manifest holds, and that is taken as made once what brings it is healthy. */
export interface Assumption {
  readonly step: string
  readonly object: KubeObject
  readonly bringer: Bringer
}

/** All that is taken for granted about the clusters of a Fitout. */
export interface Assumptions {
  readonly makes: readonly Assumption[]
  /** Objects that would get their status from an operator, or their address from the cloud: they have it soon after they are there. */
  readonly readies: readonly ReadyObject[]
  /** Objects of the management cluster that are not simulated, for one cluster. */
  readonly management: readonly KubeObject[]
}

/** An object of the workload cluster. */
export interface ReadyObject {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string | undefined
  readonly name: string
}

/** Operators by the name of their Deployment, and the preset whose objects each makes. */
export const operators: Readonly<Record<string, PresetName>> = {
  'cilium-operator': 'cilium',
  'flux-operator': 'flux',
  'tigera-operator': 'calico',
}

/** What EKS and kubeadm put on every cluster. */
export const presetsOfTheCluster: ReadonlySet<PresetName> = new Set(['coredns'])
