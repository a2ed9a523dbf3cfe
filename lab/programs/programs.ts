/** What the API servers of the lab say of themselves; as pinned in go.mod. */
export const KUBERNETES_VERSION = 'v1.36.3'
const CLUSTER_API_VERSION = 'v1.14.2'

/** A program of the lab: built from its published module at the version that go.mod pins. */
export interface ProgramSource {
  /** The Go package that holds its `main`. */
  readonly package: string
  /** Versions that upstream sets at link time; without them the program reports a placeholder. */
  readonly variables?: Readonly<Record<string, string>>
}

const [major = '', minor = ''] = KUBERNETES_VERSION.slice(1).split('.')
const kubernetesVersion = {
  'k8s.io/component-base/version.gitVersion': KUBERNETES_VERSION,
  'k8s.io/component-base/version.gitMajor': major,
  'k8s.io/component-base/version.gitMinor': minor,
}

// Built in this order: the libraries that most programs share are compiled first.
export const programs = {
  etcd: { package: 'go.etcd.io/etcd/server/v3' },
  'kube-apiserver': { package: 'k8s.io/kubernetes/cmd/kube-apiserver', variables: kubernetesVersion },
  'kube-controller-manager': {
    package: 'k8s.io/kubernetes/cmd/kube-controller-manager',
    variables: kubernetesVersion,
  },
  'kube-scheduler': { package: 'k8s.io/kubernetes/cmd/kube-scheduler', variables: kubernetesVersion },
  kubectl: { package: 'k8s.io/kubernetes/cmd/kubectl', variables: kubernetesVersion },
  'cluster-api': {
    package: 'sigs.k8s.io/cluster-api/core',
    variables: { 'sigs.k8s.io/cluster-api/version.gitVersion': CLUSTER_API_VERSION },
  },
  kwok: { package: 'sigs.k8s.io/kwok/cmd/kwok' },
  'source-controller': { package: 'github.com/fluxcd/source-controller' },
  'kustomize-controller': { package: 'github.com/fluxcd/kustomize-controller' },
  'helm-controller': { package: 'github.com/fluxcd/helm-controller' },
  'notification-controller': { package: 'github.com/fluxcd/notification-controller' },
  karpenter: { package: 'sigs.k8s.io/karpenter/kwok' },
  registry: { package: 'github.com/google/go-containerregistry/cmd/registry' },
} as const satisfies Record<string, ProgramSource>

export type ProgramName = keyof typeof programs
