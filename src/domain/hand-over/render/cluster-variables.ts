import { type ClusterIdentity, nameVariables } from '../cluster-identity.ts'
import { SecretValue } from '../secret-value.ts'
import { variableName } from './variable-name.ts'
import { type GivenVariable, type Variables, gatherVariables } from './variables.ts'

/** What templates may know about a Cluster. */
export interface ClusterTraits extends ClusterIdentity {
  /** Undefined as long as the Cluster has none. */
  readonly endpoint: { readonly host: string; readonly port: number } | undefined
  /** Such as `v1.35.4`; undefined as long as it is not known. */
  readonly kubernetesVersion: string | undefined
  readonly labels: Readonly<Record<string, string>>
  /** `spec.topology.variables`, with their values as JSON has them. */
  readonly topologyVariables: readonly { readonly name: string; readonly value: unknown }[]
}

const LABEL_PREFIX = 'CLUSTER_LABEL_'
const TOPOLOGY_PREFIX = 'CLUSTER_VARIABLE_'

/**
 * The variables that every Cluster has once it is known so well; docs/reference/hand-over.md says what they hold.
 *
 * @internal
 */
export const CLUSTER_VARIABLES = [
  'CLUSTER_NAME',
  'CLUSTER_NAMESPACE',
  'CLUSTER_UID',
  'CLUSTER_ENDPOINT',
  'CLUSTER_ENDPOINT_HOST',
  'CLUSTER_ENDPOINT_PORT',
  'KUBERNETES_VERSION',
  'KUBERNETES_MINOR',
] as const

type ClusterVariable = (typeof CLUSTER_VARIABLES)[number]

/** Returns whether a name belongs to the Cluster, whether it has a value now or not. */
export function isClusterVariable(name: string): boolean {
  const isFixed = CLUSTER_VARIABLES.some(fixed => fixed === name)
  return isFixed || name.startsWith(LABEL_PREFIX) || name.startsWith(TOPOLOGY_PREFIX)
}

/** The variables that the Cluster itself gives. What is not known yet is not set, so that a template waits for it. */
export function clusterVariables(cluster: ClusterTraits): Variables {
  const fixed = Object.entries(fixedTexts(cluster)).flatMap(([name, text]) =>
    text === undefined ? [] : [given(name, text, 'the Cluster')],
  )
  const labels = Object.entries(cluster.labels).map(([key, text]) =>
    given(inCapitals(`${LABEL_PREFIX}${key}`), text, `label "${key}"`),
  )
  const topology = cluster.topologyVariables.flatMap(({ name, value }) => {
    const text = textOf(value)
    return text === undefined
      ? []
      : [given(inCapitals(`${TOPOLOGY_PREFIX}${name}`), text, `topology variable "${name}"`)]
  })
  return gatherVariables([...fixed, ...labels, ...topology])
}

function fixedTexts(cluster: ClusterTraits): Readonly<Record<ClusterVariable, string | undefined>> {
  const { uid, endpoint, kubernetesVersion } = cluster
  return {
    ...nameVariables(cluster),
    CLUSTER_UID: uid,
    CLUSTER_ENDPOINT: endpoint && urlOf(endpoint),
    CLUSTER_ENDPOINT_HOST: endpoint?.host,
    CLUSTER_ENDPOINT_PORT: endpoint && String(endpoint.port),
    KUBERNETES_VERSION: kubernetesVersion,
    KUBERNETES_MINOR: kubernetesVersion && /^v?(\d+\.\d+)\./.exec(kubernetesVersion)?.[1],
  }
}

// As EKS itself writes its endpoint: the port that everybody expects is left out.
function urlOf({ host, port }: NonNullable<ClusterTraits['endpoint']>): string {
  const name = host.includes(':') ? `[${host}]` : host
  return port === 443 ? `https://${name}` : `https://${name}:${port}`
}

// No value, and null, are no text: a template that needs one waits.
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : compactJson(value)
}

/** How deep a topology variable may be; deeper than this it gives no variable. */
const MAX_DEPTH = 100

function compactJson(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (depth === MAX_DEPTH) return undefined
  if (Array.isArray(value))
    return joined(
      value.map(item => compactJson(item, depth + 1)),
      '[]',
    )
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const written = fields.map(([key, field]) => {
    const text = compactJson(field, depth + 1)
    return text === undefined ? undefined : `${JSON.stringify(key)}:${text}`
  })
  return joined(written, '{}')
}

function joined(parts: readonly (string | undefined)[], brackets: '[]' | '{}'): string | undefined {
  if (parts.includes(undefined)) return undefined
  return `${brackets.charAt(0)}${parts.join(',')}${brackets.charAt(1)}`
}

function inCapitals(text: string): string {
  return variableName(text).toUpperCase()
}

function given(name: string, text: string, origin: string): GivenVariable {
  return { name, value: SecretValue.ofText(text), origin }
}
