import type { AddOnManifest } from '../../domain/repository/add-on-schema.ts'

/** Cilium: its chart is rendered once and packed, because no pod runs before it. */
export const ciliumAddOn: AddOnManifest = {
  apiVersion: 'fitout.dev/v1alpha1',
  kind: 'AddOn',
  name: 'cilium',
  summary: 'Cilium, the network of the cluster',
  version: '1.20.2',
  namespace: 'kube-system',
  manifests: {
    command:
      'helm template cilium cilium --repo https://helm.cilium.io --version ${version} --namespace kube-system --no-hooks',
  },
  component: 'cilium',
  proof: { preset: 'cilium' },
  checks: ['The pods of Cilium get their network from the nodes: the cluster must not bring another CNI.'],
  sources: [
    {
      url: 'https://github.com/cilium/cilium/blob/v1.20.2/Documentation/network/kubernetes/requirements.rst',
      asOf: '2026-11-15',
    },
  ],
}

/** Calico, as its manifest installs it. */
export const calicoAddOn: AddOnManifest = {
  apiVersion: 'fitout.dev/v1alpha1',
  kind: 'AddOn',
  name: 'calico',
  summary: 'Calico, the network of the cluster',
  version: '3.32.1',
  namespace: 'kube-system',
  manifests: {
    url: 'https://raw.githubusercontent.com/projectcalico/calico/v${version}/manifests/calico.yaml',
  },
  component: 'calico',
  proof: { preset: 'calico' },
  checks: ['calico.yaml uses the pod network 192.168.0.0/16 unless the nodes have another pod CIDR.'],
  sources: [
    {
      url: 'https://github.com/tigera/docs/blob/main/calico_versioned_docs/version-3.32/_includes/partials/_system-requirements.mdx',
      asOf: '2026-08-21',
    },
  ],
}

/** Flux itself, as `flux install` would install it. */
export const fluxAddOn: AddOnManifest = {
  apiVersion: 'fitout.dev/v1alpha1',
  kind: 'AddOn',
  name: 'flux',
  summary: 'Flux, which installs the other add-ons from Git',
  version: '2.9.4',
  namespace: 'flux-system',
  manifests: {
    url: 'https://github.com/fluxcd/flux2/releases/download/v${version}/install.yaml',
    isFlux: true,
  },
  component: 'flux',
  proof: { preset: 'flux' },
  checks: ['The four pods of Flux need 350m CPU and 256Mi of memory on nodes that Karpenter does not make.'],
  sources: [{ url: 'https://github.com/fluxcd/flux2/releases/tag/v2.9.4', asOf: '2026-11-15' }],
}
