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
      description: 'Where it is, with the registry. Releases fill this in; in a checkout it is empty',
    }),
    tag: z.string().meta({ description: 'Empty: the version of the chart' }),
    digest: z
      .string()
      .regex(/^(sha256:[0-9a-f]{64})?$/)
      .meta({ description: 'sha256:... pins the image; the tag then says nothing' }),
    pullPolicy: z.enum(['IfNotPresent', 'Always', 'Never']).meta({ description: 'As Kubernetes has it' }),
    pullSecrets: z
      .array(z.string())
      .meta({ description: 'Names of Secrets with credentials of the registry' }),
  }),
  replicas: z.int().min(0).max(10).meta({ description: 'One works, another one takes over within seconds' }),
  resources: z
    .strictObject({ requests: amounts.optional(), limits: amounts.optional() })
    .meta({ description: '0.75 MiB of memory for each cluster, and not less than this' }),
  namespaces: z
    .array(label)
    .meta({ description: 'Namespaces to fit clusters out in; they must exist. Empty: all' }),
  shards: z.array(label).meta({
    description: 'Each gets a controller for the Clusters with label sharding.fitout.dev/key=<name>',
  }),
  logLevel: z.enum(['debug', 'info', 'warn']).meta({ description: 'Lines that the controller writes' }),
  crds: section('The kinds Fitout and ClusterFitout', {
    enabled: isOn('They stay when the chart is removed'),
  }),
  admissionPolicy: section('Limits what the account of the controller writes, and what a Fitout hands over', {
    enabled: isOn('Needs Kubernetes 1.30'),
  }),
  gatePolicy: section('Only Fitout sets, changes and removes gates', {
    enabled: isOn('Refuses gate labels from Git, and Clusters that a backup creates with their labels'),
    operators: z
      .array(z.string())
      .meta({ description: 'Users who move or restore Clusters, and are allowed to set gates' }),
  }),
  networkPolicy: section('Nobody connects to the controller but the kubelet', {
    enabled: isOn('Needs a CNI that enforces NetworkPolicies'),
  }),
  topologySpreadKeys: z
    .array(z.string())
    .meta({ description: 'Replicas are spread over these topologies if possible' }),
  priorityClassName: z.string().meta({ description: 'Empty: the default of the cluster' }),
  nodeSelector: z.record(z.string(), z.string()).meta({ description: 'Labels of the nodes to run on' }),
  tolerations: z
    .array(z.record(z.string(), z.union([z.string(), z.number()])))
    .meta({ description: 'Taints of nodes to run on nevertheless' }),
  monitoring: section('For the Prometheus Operator: what is scraped, alerts, a dashboard', {
    enabled: isOn('Opens the port of the metrics, which name Fitouts, namespaces, steps and causes'),
    namespace: label.meta({ description: 'Only Pods of this namespace read the metrics' }),
  }),
  notify: z.enum(['none', 'flux', 'webhook']).meta({
    description: 'Where to send notifications. webhook takes url and key from Secret fitout-notify',
  }),
  managementProofs: section('What proofs with cluster: Management read', {
    flux: isOn('HelmReleases and Kustomizations of Flux on the management cluster'),
  }),
})

/** Values that are complete. */
export type InstallValues = z.infer<typeof installValuesSchema>

/** What is installed unless somebody says otherwise. */
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
}

/** The reference of an image, as a Pod names it. */
export function imageReference({ repository, tag, digest }: InstallValues['image'], version: string): string {
  return digest === '' ? `${repository}:${tag === '' ? version : tag}` : `${repository}@${digest}`
}
