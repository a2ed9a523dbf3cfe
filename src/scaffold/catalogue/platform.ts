import type { AddOnManifest } from '../../domain/repository/add-on-schema.ts'

/** cert-manager. */
export const certManager: AddOnManifest = {
  apiVersion: 'fitout.dev/v1alpha1',
  kind: 'AddOn',
  name: 'cert-manager',
  summary: 'cert-manager, for certificates',
  version: 'v1.21.1',
  namespace: 'cert-manager',
  releases: [
    {
      name: 'cert-manager',
      chart: { url: 'oci://quay.io/jetstack/charts/cert-manager' },
      values: { crds: { enabled: true } },
    },
  ],
  proof: { preset: 'cert-manager' },
  sources: [
    {
      url: 'https://github.com/cert-manager/website/blob/776e5dba56510fc9de84206b806b568447077f25/content/docs/installation/helm.md',
      asOf: '2026-08-22',
    },
  ],
}

/** metrics-server. */
export const metricsServer: AddOnManifest = {
  apiVersion: 'fitout.dev/v1alpha1',
  kind: 'AddOn',
  name: 'metrics-server',
  summary: 'metrics-server, for `kubectl top` and autoscalers',
  version: '3.13.1',
  namespace: 'kube-system',
  releases: [
    {
      name: 'metrics-server',
      chart: { url: 'https://kubernetes-sigs.github.io/metrics-server/', name: 'metrics-server' },
    },
  ],
  proof: { preset: 'metrics-server' },
  sources: [
    {
      url: 'https://github.com/kubernetes-sigs/metrics-server/blob/5ed5d3a2cf940a8c7541cfbac19af822f4c97844/charts/metrics-server/Chart.yaml',
      asOf: '2026-08-04',
    },
  ],
}

/** Prometheus, Alertmanager and Grafana. */
export const kubePrometheusStack: AddOnManifest = {
  apiVersion: 'fitout.dev/v1alpha1',
  kind: 'AddOn',
  name: 'kube-prometheus-stack',
  summary: 'Prometheus, Alertmanager and Grafana',
  version: '88.5.3',
  namespace: 'monitoring',
  releases: [
    {
      name: 'kube-prometheus-stack',
      chart: { url: 'https://prometheus-community.github.io/helm-charts', name: 'kube-prometheus-stack' },
      // Helm never upgrades the CRDs of a chart by itself.
      crds: 'CreateReplace',
    },
  ],
  proof: { preset: 'helm-release', with: { name: 'kube-prometheus-stack', namespace: 'flux-system' } },
  timeout: '15m',
  sources: [
    {
      url: 'https://github.com/prometheus-community/helm-charts/blob/cf408a290aec489277a94450bb3511432477a53a/charts/kube-prometheus-stack/Chart.yaml',
      asOf: '2026-08-22',
    },
  ],
}

/** Kong: the ingress controller and its gateway. */
export const kong: AddOnManifest = {
  apiVersion: 'fitout.dev/v1alpha1',
  kind: 'AddOn',
  name: 'kong',
  summary: 'Kong, an ingress controller',
  version: '0.24.0',
  namespace: 'kong',
  releases: [{ name: 'kong', chart: { url: 'https://charts.konghq.com', name: 'ingress' } }],
  proof: { preset: 'helm-release', with: { name: 'kong', namespace: 'flux-system' } },
  sources: [
    {
      url: 'https://github.com/Kong/charts/blob/e76b80031abfb4909dd89a8a07e3a5ff9a206d94/charts/ingress/Chart.yaml',
      asOf: '2026-07-17',
    },
  ],
}
