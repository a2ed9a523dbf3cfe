import * as z from 'zod'

const label = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/)
const quantity = z.union([z.string(), z.number()])
const amounts = z.record(z.string(), quantity)
const isOn = (description: string) => z.boolean().meta({ description })
const section = <Shape extends z.ZodRawShape>(description: string, shape: Shape) =>
  z.strictObject(shape).meta({ description })

/** What can be chosen about an installation: the values of the chart, and of `fitout install -f`. */
export const installValuesSchema = section('Values of the chart fitout, and of fitout install -f', {
  image: section('The image of the controller', {
    repository: z.string().meta({
      description: 'Repository, with the registry. Set in releases; empty in a checkout',
    }),
    tag: z.string().meta({ description: 'Empty: the version of the chart' }),
    digest: z
      .string()
      .regex(/^(sha256:[0-9a-f]{64})?$/)
      .meta({ description: 'sha256:... pins the image; the tag is then ignored' }),
    pullPolicy: z
      .enum(['IfNotPresent', 'Always', 'Never'])
      .meta({ description: 'imagePullPolicy of the container' }),
    pullSecrets: z.array(z.string()).meta({ description: 'Names of Secrets with registry credentials' }),
  }),
  replicas: z
    .int()
    .min(0)
    .max(10)
    .meta({ description: 'One is the leader, another takes over within seconds' }),
  resources: z
    .strictObject({ requests: amounts.optional(), limits: amounts.optional() })
    .meta({ description: '0.75 MiB of memory for each cluster, and at least this' }),
  namespaces: z
    .array(label)
    .meta({ description: 'Namespaces whose clusters are managed; they must exist. Empty: all' }),
  shards: z.array(label).meta({
    description: 'Each gets a controller for the Clusters with label sharding.fitout.dev/key=<name>',
  }),
  logLevel: z.enum(['debug', 'info', 'warn']).meta({ description: 'Log level of the controller' }),
  crds: section('The kinds Fitout and ClusterFitout', {
    enabled: isOn('They are kept when the chart is uninstalled'),
  }),
  admissionPolicy: section('Limits what the account of the controller writes, and what a Fitout hands over', {
    enabled: isOn('Needs Kubernetes 1.30'),
  }),
  gatePolicy: section('Only Fitout sets, changes and removes gates', {
    enabled: isOn(
      'Rejects gate labels from Git, and Clusters that are restored from a backup with their labels',
    ),
    operators: z
      .array(z.string())
      .meta({ description: 'Users who move or restore Clusters, and are allowed to set gates' }),
  }),
  networkPolicy: section('Only the kubelet can connect to the controller', {
    enabled: isOn('Needs a CNI that enforces NetworkPolicies'),
  }),
  topologySpreadKeys: z
    .array(z.string())
    .meta({ description: 'Replicas are spread over these topologies if possible' }),
  priorityClassName: z.string().meta({ description: 'Empty: the default of the cluster' }),
  nodeSelector: z.record(z.string(), z.string()).meta({ description: 'nodeSelector of the Pods' }),
  tolerations: z
    .array(z.record(z.string(), z.union([z.string(), z.number()])))
    .meta({ description: 'Tolerations of the Pods' }),
  monitoring: section('For the Prometheus Operator: scrape configuration, alerts, a dashboard', {
    enabled: isOn('Opens the metrics port; metrics contain names of Fitouts, namespaces, steps and causes'),
    namespace: label.meta({ description: 'Only Pods of this namespace can read the metrics' }),
  }),
  notify: z.enum(['none', 'flux', 'webhook']).meta({
    description: 'Where to send notifications. webhook takes url and key from Secret fitout-notify',
  }),
  managementProofs: section('What proofs with cluster: Management can read', {
    flux: isOn('HelmReleases and Kustomizations of Flux on the management cluster'),
  }),
  console: section('The web console, behind your login', {
    enabled: isOn('Needs publicUrl, oidc, and Secret fitout-console with key client-secret'),
    publicUrl: z.string().meta({ description: 'Where people find it: https://fitout.example.com' }),
    oidc: section('Your login provider (OpenID Connect); claims and prefixes as kube-apiserver has them', {
      issuerUrl: z.string().meta({ description: 'As --oidc-issuer-url' }),
      clientId: z.string().meta({ description: 'The client of the console at the provider' }),
      usernameClaim: z.string().meta({ description: 'As --oidc-username-claim' }),
      usernamePrefix: z.string().meta({
        description: 'As --oidc-username-prefix: - for none; empty: <issuerUrl>#, unless the claim is email',
      }),
      groupsClaim: z.string().meta({ description: 'As --oidc-groups-claim' }),
      groupsPrefix: z.string().meta({ description: 'As --oidc-groups-prefix' }),
    }),
    git: section('Where changes are proposed; people enter their own token', {
      url: z
        .string()
        .meta({ description: 'The fleet repository: https://git.example.com/platform/fleet. Empty: none' }),
      kind: z.enum(['gitlab', 'github', 'gitea']).meta({ description: 'Kind of the Git host' }),
      branch: z.string().meta({ description: 'The branch that changes are for' }),
    }),
    ingressNamespace: label.meta({ description: 'Only Pods of this namespace can connect to it' }),
    resources: z
      .strictObject({ requests: amounts.optional(), limits: amounts.optional() })
      .meta({ description: 'Resources of its container' }),
  }),
})

/** Values that are complete. */
export type InstallValues = z.infer<typeof installValuesSchema>

/** The defaults of an installation. */
export const defaultValues: InstallValues = {
  image: { repository: '', tag: '', digest: '', pullPolicy: 'IfNotPresent', pullSecrets: [] },
  replicas: 2,
  resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '512Mi' } },
  namespaces: [],
  shards: [],
  logLevel: 'info',
  crds: { enabled: true },
  admissionPolicy: { enabled: true },
  gatePolicy: { enabled: false, operators: [] },
  networkPolicy: { enabled: true },
  topologySpreadKeys: ['kubernetes.io/hostname'],
  priorityClassName: '',
  nodeSelector: {},
  tolerations: [],
  monitoring: { enabled: false, namespace: 'monitoring' },
  notify: 'none',
  managementProofs: { flux: false },
  console: {
    enabled: false,
    publicUrl: '',
    oidc: {
      issuerUrl: '',
      clientId: 'fitout',
      usernameClaim: 'sub',
      usernamePrefix: '',
      groupsClaim: 'groups',
      groupsPrefix: '',
    },
    git: { url: '', kind: 'gitlab', branch: 'main' },
    ingressNamespace: 'ingress-nginx',
    resources: { requests: { cpu: '50m', memory: '192Mi' }, limits: { memory: '512Mi' } },
  },
}

/** The reference of an image, as a Pod names it. */
export function imageReference({ repository, tag, digest }: InstallValues['image'], version: string): string {
  return digest === '' ? `${repository}:${tag === '' ? version : tag}` : `${repository}@${digest}`
}
