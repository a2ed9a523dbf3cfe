import type { Preset } from './preset.ts'
import { deployment } from './preset-objects.ts'

/** Found by its label, because distributions agree on that and not on the name: kubeadm and EKS both set it. */
export const corednsPreset: Preset = {
  proves: 'CoreDNS runs, and its Service exists.',
  asksReadyz: false,
  settings: {
    namespace: { type: 'namespace', default: 'kube-system', about: 'Namespace of CoreDNS.' },
    deployment: {
      type: 'name',
      about: 'The name of its Deployment. Without it, it is found by the label `k8s-app=kube-dns`.',
    },
    service: { type: 'name', default: 'kube-dns', about: 'The name of its Service.' },
  },
  objects: [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      namespace: '${namespace}',
      selector: { matchLabels: { 'k8s-app': 'kube-dns' } },
      when: { setting: 'deployment', isGiven: false },
    },
    { ...deployment('${deployment}'), when: { setting: 'deployment', isGiven: true } },
    { apiVersion: 'v1', kind: 'Service', namespace: '${namespace}', name: '${service}' },
  ],
}
