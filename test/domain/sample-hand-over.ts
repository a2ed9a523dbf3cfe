import { encodeBase64 } from '../../src/domain/bytes/base64.ts'
import type { FitoutStep } from '../../src/domain/api/schema/fitout-schema.ts'
import type {
  ClusterIdentity,
  FoundSource,
  SourceLookup,
} from '../../src/domain/hand-over/cluster-identity.ts'
import type { ClusterTraits } from '../../src/domain/hand-over/render/cluster-variables.ts'

const encoder = new TextEncoder()

/** A Cluster that hand-overs of tests are for. */
export const paymentsEu: ClusterIdentity = {
  name: 'payments-eu',
  namespace: 'fleet',
  uid: '11111111-2222-4333-8444-555555555555',
}

/** What is known about it. */
export const paymentsEuTraits: ClusterTraits = {
  ...paymentsEu,
  endpoint: { host: 'api.payments.example', port: 6443 },
  kubernetesVersion: 'v1.35.4',
  labels: { 'topology.kubernetes.io/region': 'eu-west-1' },
  topologyVariables: [{ name: 'workers', value: { min: 1, max: 3 } }],
}

/** One hand-over of a step, of these keys. */
export function aHandOver(keys: HandOver['keys'], given: Partial<HandOver> = {}): HandOver {
  return {
    from: { secret: '${CLUSTER_NAME}-eks-connection' },
    to: { secret: 'eks-connection', namespace: 'karpenter' },
    keys,
    ...given,
  }
}

type HandOver = NonNullable<FitoutStep['handOver']>[number]

/** A Secret of the fleet's namespace. */
export function aSecret(
  name: string,
  values: Readonly<Record<string, string | Uint8Array>>,
  type = 'Opaque',
): SampleObject {
  const data = Object.entries(values).map(([key, value]) => [key, encodeBase64(bytesOf(value))])
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: metadataOf(name),
    type,
    data: Object.fromEntries(data),
  }
}

/** A ConfigMap of the fleet's namespace. */
export function aConfigMap(name: string, data: Readonly<Record<string, string>>): SampleObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadataOf(name), data }
}

interface SampleObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace: string }
  readonly type?: string
  readonly data: Readonly<Record<string, string>>
}

/** Finds these objects by name, and no others. */
export function lookupOf(...objects: readonly SampleObject[]): SourceLookup {
  return (name): FoundSource => {
    const found = objects.find(({ metadata }) => metadata.name === name)
    return found ? { found } : 'missing'
  }
}

function metadataOf(name: string): SampleObject['metadata'] {
  return { name, namespace: paymentsEu.namespace }
}

function bytesOf(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? encoder.encode(value) : value
}
