/** Prefixes of annotations and labels that are often set through values. Also found without `annotations` before them. */
const wellKnown: ReadonlySet<string> = new Set([
  'acme.cert-manager.io',
  'ad.datadoghq.com',
  'alb.ingress.kubernetes.io',
  'app.kubernetes.io',
  'argocd.argoproj.io',
  'azure.workload.identity',
  'backup.velero.io',
  'beta.kubernetes.io',
  'cert-manager.io',
  'cilium.io',
  'cloud.google.com',
  'cluster-autoscaler.kubernetes.io',
  'cluster.x-k8s.io',
  'config.linkerd.io',
  'consul.hashicorp.com',
  'container.apparmor.security.beta.kubernetes.io',
  'eks.amazonaws.com',
  'external-dns.alpha.kubernetes.io',
  'external-secrets.io',
  'failure-domain.beta.kubernetes.io',
  'gateway.networking.k8s.io',
  'haproxy.org',
  'helm.sh',
  'helm.toolkit.fluxcd.io',
  'iam.amazonaws.com',
  'iam.gke.io',
  'ingress.kubernetes.io',
  'instrumentation.opentelemetry.io',
  'istio.io',
  'k8s.io',
  'k8s.v1.cni.cncf.io',
  'karpenter.k8s.aws',
  'karpenter.sh',
  'keda.sh',
  'konghq.com',
  'kubectl.kubernetes.io',
  'kubernetes.azure.com',
  'kubernetes.io',
  'kustomize.toolkit.fluxcd.io',
  'linkerd.io',
  'meta.helm.sh',
  'metallb.io',
  'metallb.universe.tf',
  'networking.gke.io',
  'networking.istio.io',
  'networking.k8s.io',
  'nginx.ingress.kubernetes.io',
  'node-role.kubernetes.io',
  'node.kubernetes.io',
  'nvidia.com',
  'pod-security.kubernetes.io',
  'projectcalico.org',
  'prometheus.io',
  'reloader.stakater.com',
  'scheduling.k8s.io',
  'secrets-store.csi.k8s.io',
  'service.beta.kubernetes.io',
  'service.kubernetes.io',
  'sidecar.istio.io',
  'storageclass.kubernetes.io',
  'topology.kubernetes.io',
  'traefik.ingress.kubernetes.io',
  'vault.hashicorp.com',
  'velero.io',
  'volume.beta.kubernetes.io',
  'vpcresources.k8s.aws',
])

const domainEndings: ReadonlySet<string> = new Set(
  'ai app aws biz cloud co com de dev edu eu fr gov identity info internal io jp local me net nl org sh tech tf uk'.split(
    ' ',
  ),
)

// A name of DNS, short enough that the pattern has nothing to chew on.
const domain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/

/** Whether a key of a label or annotation may have this in front of its slash. */
export function isDomain(text: string): boolean {
  return text.length <= 253 && domain.test(text)
}

/** Whether this is a prefix that one meets every day. */
export function isWellKnownPrefix(text: string): boolean {
  return wellKnown.has(text)
}

/** Whether the last word is one that domains end in. */
export function endsLikeDomain(text: string): boolean {
  return domainEndings.has(text.slice(text.lastIndexOf('.') + 1))
}

/** Whether a map of this name holds labels, annotations or the like: texts only, under keys that may have dots. */
export function holdsLabels(name: string): boolean {
  return /(?:annotations|labels|selector|tags)$/i.test(name)
}
