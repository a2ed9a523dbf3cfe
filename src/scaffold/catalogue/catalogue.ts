import { type AddOn, type AddOnManifest, addOnSchema } from '../../domain/repository/add-on-schema.ts'
import { awsLoadBalancerController, externalDns, karpenterAddOn } from './aws.ts'
import { calicoAddOn, ciliumAddOn, fluxAddOn } from './network.ts'
import { certManager, kong, kubePrometheusStack, metricsServer } from './platform.ts'

// In the order in which a cluster needs them.
const manifests: readonly AddOnManifest[] = [
  ciliumAddOn,
  calicoAddOn,
  fluxAddOn,
  karpenterAddOn,
  awsLoadBalancerController,
  externalDns,
  certManager,
  metricsServer,
  kubePrometheusStack,
  kong,
]

/** The add-ons that Fitout brings. The file of a user's own add-on has the same form. */
export const catalogue: ReadonlyMap<string, AddOn> = new Map(
  manifests.map(manifest => [manifest.name, addOnSchema.parse(manifest)]),
)
