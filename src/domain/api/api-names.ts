/** The API group of Fitout. */
export const GROUP = 'fitout.dev'

/** The only version so far. */
export const VERSION = 'v1alpha1'

/** As it stands in the manifests of both kinds. */
export const API_VERSION = `${GROUP}/${VERSION}`

/** Names that Fitout gives or reads on objects of the management cluster; docs/reference/api.md lists them. */
export const names = {
  /** Label of a Cluster, set by people: the profile of the Cluster, if the Fitouts select by this label. */
  profileLabel: `${GROUP}/profile`,
  /** Label of every object that Fitout makes for a cluster; its value is the UID of the Cluster. */
  ownerLabel: `${GROUP}/owner`,
  /** Label of every object that Fitout makes for a step; its value is the name of the step. */
  stepLabel: `${GROUP}/step`,
  /** Label of a Cluster, set by Fitout: its own UID, which the ClusterResourceSets of its hand-overs select. */
  addresseeLabel: `hand-over.${GROUP}/addressee`,
  /** Label of a Cluster, set by people: the shard whose controller works on it. */
  shardLabel: `sharding.${GROUP}/key`,
  /** Label of every object of a pack, set by `fitout pack`: the name of the pack. */
  packLabel: `${GROUP}/pack`,
  /** Label of every object of a pack, set by `fitout pack`: the version of what is packed. */
  packVersionLabel: `${GROUP}/pack-version`,
  /** Annotation of every ClusterResourceSet of a pack, set by `fitout pack`: the names of all of them. */
  packSetsAnnotation: `${GROUP}/pack-resource-sets`,
  /** Annotation of a ClusterFitout, set by people: look at everything again now. Its value is any text that is new. */
  refreshAnnotation: `${GROUP}/refresh`,
  /** Who writes, in `managedFields`. */
  fieldManager: 'fitout',
  /** The condition on the Cluster that `spec.availabilityGates` can name. */
  clusterCondition: 'FitoutReady',
} as const

/** Domains of labels that belong to Kubernetes and Cluster API, with everything below them. */
export const RESERVED_DOMAINS = ['kubernetes.io', 'k8s.io', 'x-k8s.io'] as const

/** Domains of labels that Fitout gives a meaning of its own; domains below them are free unless they stand here, too. */
export const OWN_DOMAINS = [GROUP, `hand-over.${GROUP}`, `sharding.${GROUP}`] as const

/** Ends of the names under which Cluster API keeps keys and credentials. */
export const RESERVED_SECRET_SUFFIXES = ['-kubeconfig', '-ca', '-etcd', '-sa', '-proxy'] as const

/** Proofs that need no more than a name. */
export const PRESETS = [
  'api',
  'coredns',
  'calico',
  'cilium',
  'flux',
  'helm-release',
  'karpenter',
  'vpc-cni',
  'ebs-csi',
  'aws-load-balancer-controller',
  'cert-manager',
  'external-secrets',
  'metrics-server',
] as const

/** The variables that may stand in the names of objects: they say which cluster, and hold no handed-over value. */
export const NAME_VARIABLES = ['CLUSTER_NAME', 'CLUSTER_NAMESPACE'] as const
