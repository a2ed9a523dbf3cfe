import type { Preset, PresetObject } from './preset.ts'
import { daemonSet, definition, deployment } from './preset-objects.ts'

const byManifest = { when: { setting: 'install', is: 'manifest' } } as const
const byOperator = { when: { setting: 'install', is: 'operator' } } as const

// The operator's own word. It has no Ready condition, and the generation that its conditions name is of another object.
const operatorStatus: PresetObject = {
  apiVersion: 'operator.tigera.io/v1',
  kind: 'TigeraStatus',
  name: 'calico',
  current:
    "has(status.conditions) && status.conditions.exists(c, c.type == 'Available' && c.status == 'True') && !status.conditions.exists(c, c.type == 'Degraded' && c.status == 'True')",
}

/** Calico as `calico.yaml` puts it into kube-system, or as its operator puts it into calico-system. */
export const calicoPreset: Preset = {
  proves: 'Calico runs on every node, and there is at least one node.',
  asksReadyz: false,
  settings: {
    install: {
      type: 'choice',
      oneOf: ['manifest', 'operator'],
      default: 'manifest',
      about: 'How Calico was installed: from `calico.yaml`, or by the Tigera operator.',
    },
  },
  objects: [
    { ...daemonSet('calico-node'), namespace: 'kube-system', ...byManifest },
    { ...deployment('calico-kube-controllers'), namespace: 'kube-system', ...byManifest },
    { ...definition('tigerastatuses.operator.tigera.io'), ...byOperator },
    { ...deployment('tigera-operator'), namespace: 'tigera-operator', ...byOperator },
    { ...operatorStatus, ...byOperator },
    { ...daemonSet('calico-node'), namespace: 'calico-system', ...byOperator },
    { ...deployment('calico-kube-controllers'), namespace: 'calico-system', ...byOperator },
  ],
}
