import type { Preset } from './preset.ts'
import { daemonSet, definition, deployment } from './preset-objects.ts'

/** Cilium as its chart and its command install it. */
export const ciliumPreset: Preset = {
  proves: 'Cilium and its operator run, Cilium on every node, and there is at least one node.',
  asksReadyz: false,
  settings: {
    namespace: { type: 'namespace', default: 'kube-system', about: 'Namespace of Cilium.' },
  },
  objects: [
    deployment('cilium-operator'),
    // The operator makes it at its start, and the agents wait for it.
    definition('ciliumnodes.cilium.io'),
    daemonSet('cilium'),
  ],
}
