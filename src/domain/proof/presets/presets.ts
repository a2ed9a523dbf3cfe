import type { PRESETS } from '../../api/api-names.ts'
import { certManagerPreset, externalSecretsPreset, metricsServerPreset } from './add-on-presets.ts'
import { apiPreset } from './api-preset.ts'
import { awsLoadBalancerControllerPreset, ebsCsiPreset, vpcCniPreset } from './aws-presets.ts'
import { calicoPreset } from './calico-preset.ts'
import { ciliumPreset } from './cilium-preset.ts'
import { corednsPreset } from './coredns-preset.ts'
import { fluxPreset } from './flux-preset.ts'
import { helmReleasePreset } from './helm-release-preset.ts'
import { karpenterPreset } from './karpenter-preset.ts'
import type { Preset } from './preset.ts'

export type PresetName = (typeof PRESETS)[number]

/** All proofs that Fitout brings; docs/reference/presets.md shows them. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  api: apiPreset,
  coredns: corednsPreset,
  calico: calicoPreset,
  cilium: ciliumPreset,
  flux: fluxPreset,
  'helm-release': helmReleasePreset,
  karpenter: karpenterPreset,
  'vpc-cni': vpcCniPreset,
  'ebs-csi': ebsCsiPreset,
  'aws-load-balancer-controller': awsLoadBalancerControllerPreset,
  'cert-manager': certManagerPreset,
  'external-secrets': externalSecretsPreset,
  'metrics-server': metricsServerPreset,
}
