import type { Preset } from './preset.ts'
import { definition, deployment } from './preset-objects.ts'

/** cert-manager, as its chart and its manifest install it. */
export const certManagerPreset: Preset = {
  proves: 'cert-manager, its webhook and its CA injector run, and its kinds are served.',
  asksReadyz: false,
  settings: {
    namespace: { type: 'namespace', default: 'cert-manager', about: 'Namespace of cert-manager.' },
  },
  objects: [
    definition('certificates.cert-manager.io'),
    definition('issuers.cert-manager.io'),
    definition('clusterissuers.cert-manager.io'),
    deployment('cert-manager'),
    deployment('cert-manager-cainjector'),
    deployment('cert-manager-webhook'),
  ],
}

/** External Secrets Operator, as its chart installs it. */
export const externalSecretsPreset: Preset = {
  proves:
    'External Secrets Operator, its webhook and its certificate controller run, and its kinds are served.',
  asksReadyz: false,
  settings: {
    namespace: { type: 'namespace', default: 'external-secrets', about: 'Namespace of the operator.' },
  },
  objects: [
    definition('externalsecrets.external-secrets.io'),
    definition('secretstores.external-secrets.io'),
    definition('clustersecretstores.external-secrets.io'),
    deployment('external-secrets'),
    deployment('external-secrets-cert-controller'),
    deployment('external-secrets-webhook'),
  ],
}

/** metrics-server, as its chart, its manifest and its EKS add-on install it. */
export const metricsServerPreset: Preset = {
  proves: 'metrics-server runs, and the API server reaches it.',
  asksReadyz: false,
  settings: {
    namespace: { type: 'namespace', default: 'kube-system', about: 'Namespace of metrics-server.' },
  },
  objects: [
    deployment('metrics-server'),
    { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', name: 'v1beta1.metrics.k8s.io' },
  ],
}
