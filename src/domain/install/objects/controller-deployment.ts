import { names } from '../../api/api-names.ts'
import type { Shard } from '../../shard/shard.ts'
import type { InstallValues } from '../install-values.ts'
import { type InstalledObject, installed, installLabels } from '../installed-object.ts'

/** What a Deployment is made of. */
export interface DeploymentOptions {
  readonly namespace: string
  readonly values: InstallValues
  readonly image: string
  /** The version of Fitout. */
  readonly version: string
  readonly shard: Shard
}

/** The name of the controller of a shard. */
export function controllerName(shard: Shard): string {
  return shard.kind === 'labelled' ? `${installed.controller}-${shard.key}` : installed.controller
}

/** By these labels the Pods of a shard are found. Each shard has its own: two Deployments must not share a Pod. */
export function podLabels(shard: Shard): Readonly<Record<string, string>> {
  const component = shard.kind === 'labelled' ? `controller-${shard.key}` : 'controller'
  return { ...installLabels, 'app.kubernetes.io/component': component }
}

/** The Deployment of the controller. */
export function controllerDeployment(options: DeploymentOptions): InstalledObject {
  const { namespace, values, version, shard } = options
  const matchLabels = podLabels(shard)
  const versionLabel = { 'app.kubernetes.io/version': version }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: controllerName(shard), namespace, labels: { ...installLabels, ...versionLabel } },
    spec: {
      replicas: values.replicas,
      selector: { matchLabels },
      template: {
        metadata: { labels: { ...matchLabels, ...versionLabel } },
        spec: podSpec(options),
      },
    },
  }
}

function podSpec(options: DeploymentOptions): object {
  const { values, shard } = options
  const { priorityClassName, nodeSelector, tolerations, topologySpreadKeys, image, notify } = values
  return {
    serviceAccountName: installed.account,
    ...(image.pullSecrets.length > 0 && { imagePullSecrets: image.pullSecrets.map(name => ({ name })) }),
    ...(priorityClassName !== '' && { priorityClassName }),
    ...(Object.keys(nodeSelector).length > 0 && { nodeSelector }),
    ...(tolerations.length > 0 && { tolerations }),
    // It leaves within ten seconds of being asked to.
    terminationGracePeriodSeconds: 15,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65532,
      runAsGroup: 65532,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    ...(topologySpreadKeys.length > 0 && {
      topologySpreadConstraints: topologySpreadKeys.map(topologyKey => ({
        maxSkew: 1,
        topologyKey,
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: podLabels(shard) },
      })),
    }),
    containers: [container(options)],
    ...(notify === 'webhook' && { volumes: [notifyVolume] }),
  }
}

const notifyVolume = {
  name: 'notify',
  secret: { secretName: installed.notifySecret, items: [{ key: 'key', path: 'key' }] },
}
const NOTIFY_FOLDER = '/etc/fitout/notify'

function container(options: DeploymentOptions): object {
  const { values, image } = options
  return {
    name: 'controller',
    image,
    imagePullPolicy: values.image.pullPolicy,
    args: argsOf(options),
    env: envOf(values),
    ports: [
      { name: 'http', containerPort: 8080 },
      ...(values.monitoring.enabled ? [{ name: 'metrics', containerPort: 8081 }] : []),
    ],
    livenessProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 20, timeoutSeconds: 5 },
    readinessProbe: { httpGet: { path: '/readyz', port: 'http' }, periodSeconds: 10, timeoutSeconds: 5 },
    resources: values.resources,
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    ...(values.notify === 'webhook' && {
      volumeMounts: [{ name: notifyVolume.name, mountPath: NOTIFY_FOLDER, readOnly: true }],
    }),
  }
}

// Probes come from outside of the Pod. Metrics name tenants: the Pod keeps them to itself, unless monitoring is on.
function argsOf({ values, shard }: DeploymentOptions): readonly string[] {
  return [
    'controller',
    '--address=0.0.0.0:8080',
    '--metrics-address=$(METRICS_HOST):8081',
    '--lease-namespace=$(POD_NAMESPACE)',
    ...(values.namespaces.length > 0 ? [`--namespaces=${values.namespaces.join(',')}`] : []),
    ...shardArgs(shard),
    ...(values.logLevel === 'info' ? [] : [`--log-level=${values.logLevel}`]),
    ...notifyArgs[values.notify],
  ]
}

function shardArgs(shard: Shard): readonly string[] {
  if (shard.kind === 'all') return []
  const selector = shard.kind === 'main' ? `!${names.shardLabel}` : `${names.shardLabel}=${shard.key}`
  return [`--watch-label-selector=${selector}`]
}

const notifyArgs: Readonly<Record<InstallValues['notify'], readonly string[]>> = {
  none: [],
  flux: ['--notify=flux'],
  webhook: ['--notify=$(NOTIFY_URL)', `--notify-key-file=${NOTIFY_FOLDER}/key`],
}

const memoryEnv = [
  // Room for what is new while eight clusters are looked at: less is promoted and collected late, more is held for nothing.
  { name: 'NODE_OPTIONS', value: '--max-semi-space-size=4' },
  // What a connection let go of goes back to the system.
  { name: 'MALLOC_ARENA_MAX', value: '1' },
  { name: 'MALLOC_TRIM_THRESHOLD_', value: '65536' },
  { name: 'MALLOC_MMAP_THRESHOLD_', value: '65536' },
]

function envOf({ monitoring, notify }: InstallValues): readonly object[] {
  const url = { secretKeyRef: { name: installed.notifySecret, key: 'url' } }
  return [
    // The first: kustomize puts what deploy/serve-metrics patches there.
    { name: 'METRICS_HOST', value: monitoring.enabled ? '0.0.0.0' : '127.0.0.1' },
    ...memoryEnv,
    field('POD_NAME', 'metadata.name'),
    field('POD_NAMESPACE', 'metadata.namespace'),
    ...(notify === 'webhook' ? [{ name: 'NOTIFY_URL', valueFrom: url }] : []),
  ]
}

function field(name: string, fieldPath: string): object {
  return { name, valueFrom: { fieldRef: { fieldPath } } }
}
