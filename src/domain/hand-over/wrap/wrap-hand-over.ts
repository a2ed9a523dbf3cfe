import { names } from '../../api/api-names.ts'
import { type Content, describeManifest, identityOf } from '../../pack/manifest.ts'
import { hashSource } from '../../resource-set/hash-source.ts'
import {
  MAX_SOURCE_BYTES,
  RESOURCE_SET_SECRET_TYPE,
  type Source,
  bytesIn,
  readSource,
} from '../../resource-set/source.ts'
import { sourceProblems } from '../../resource-set/source-problems.ts'
import type { ClusterIdentity } from '../cluster-identity.ts'
import { type HandOverHold, type HandOverResult, sortHolds } from '../hand-over-hold.ts'
import type { TargetSecret } from '../read/target-secret.ts'
import type { ObjectName, RenderedTemplate } from '../render/render-templates.ts'
import { SecretValue } from '../secret-value.ts'
import { addresseeOf, handOverName, originAnnotation, ownLabels } from './hand-over-name.ts'
import { revealed, targetManifest } from './target-manifest.ts'

/** What is to be wrapped, and for whom. */
export interface WrapRequest {
  readonly cluster: ClusterIdentity
  /** The name of the step. */
  readonly step: string
  readonly targets: readonly TargetSecret[]
  readonly rendered: readonly RenderedTemplate[]
  /** The version of Cluster API's kinds that the management cluster serves. */
  readonly version: 'v1beta1' | 'v1beta2'
}

/** One object that will be on the workload cluster. `data` is what a handed-over Secret must hold there. */
export interface DeliveredObject extends ObjectName {
  readonly data?: ReadonlyMap<string, SecretValue>
}

/** The two objects that carry a hand-over, and what comes of them. */
export interface WrappedHandOver {
  /** Its `data` holds values: write it to the API server and to nothing else. */
  readonly secret: Content
  readonly resourceSet: Content
  /** What Cluster API will put into the binding once it has applied the Secret. */
  readonly hash: string
  readonly objects: readonly DeliveredObject[]
}

/** Wraps values and rendered templates into one Secret, with one ClusterResourceSet that selects just this Cluster. */
export function wrapHandOver(request: WrapRequest): HandOverResult<{ readonly wrapped: WrappedHandOver }> {
  const objects = objectsOf(request)
  const secret = secretObject(request)
  const source = readSource(secret)
  const holds = sortHolds([...sizeHolds(source), ...twiceHolds(objects), ...readingHolds(source)])
  if (holds.length > 0) return { ok: false, holds }
  const resourceSet = resourceSetObject(request)
  return { ok: true, wrapped: { secret, resourceSet, hash: hashSource(source), objects } }
}

function secretObject(request: WrapRequest): Content {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: metadataOf(request),
    type: RESOURCE_SET_SECRET_TYPE,
    data: revealed(valuesOf(request)),
  }
}

// Keys are numbered because Cluster API goes by their order: values first, so that what needs them finds them.
function valuesOf({
  cluster,
  step,
  targets,
  rendered,
}: WrapRequest): readonly (readonly [string, SecretValue])[] {
  const labels = ownLabels(cluster, step)
  const values = [
    ...targets.map(target => ['secret.json', SecretValue.ofText(targetManifest(target, labels))] as const),
    ...rendered.map(({ manifests }) => ['rendered.yaml', manifests] as const),
  ]
  return values.map(([end, value], index) => [`${String(index).padStart(5, '0')}-${end}`, value])
}

function resourceSetObject(request: WrapRequest): Content {
  const { cluster, step, version } = request
  return {
    apiVersion: `addons.cluster.x-k8s.io/${version}`,
    kind: 'ClusterResourceSet',
    metadata: metadataOf(request),
    spec: {
      clusterSelector: { matchLabels: { [names.addresseeLabel]: addresseeOf(cluster) } },
      strategy: 'Reconcile',
      resources: [{ kind: 'Secret', name: handOverName(cluster, step) }],
    },
  }
}

function metadataOf({ cluster, step, version }: WrapRequest): Content {
  return {
    name: handOverName(cluster, step),
    namespace: cluster.namespace,
    labels: ownLabels(cluster, step),
    annotations: originAnnotation(cluster, step),
    ownerReferences: [
      {
        apiVersion: `cluster.x-k8s.io/${version}`,
        kind: 'Cluster',
        name: cluster.name,
        uid: cluster.uid,
        controller: false,
        blockOwnerDeletion: false,
      },
    ],
  }
}

function objectsOf({ targets, rendered }: WrapRequest): readonly DeliveredObject[] {
  return [
    ...targets.map(({ namespace, name, data }) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      namespace,
      name,
      data,
    })),
    ...rendered.flatMap(({ objects }) => objects),
  ]
}

function sizeHolds(source: Source): readonly HandOverHold[] {
  const bytes = bytesIn(source)
  if (bytes <= MAX_SOURCE_BYTES) return []
  const message = `The values and templates have ${bytes} bytes; the limit is ${MAX_SOURCE_BYTES}`
  return [{ reason: 'HandOverTooLarge', message }]
}

// The second would overwrite the first, at every change again.
function twiceHolds(objects: readonly DeliveredObject[]): readonly HandOverHold[] {
  const seen = new Set<string>()
  return objects.flatMap(object => {
    const id = identityOf(object)
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    const message = `${describeManifest(object)} is delivered twice by this step`
    return [{ reason: 'RenderSourceMalformed' as const, message }]
  })
}

// Cluster API writes a document that it cannot read into its own log, so whatever it would not read must not get there.
function readingHolds(source: Source): readonly HandOverHold[] {
  if (bytesIn(source) > MAX_SOURCE_BYTES || readable.has(hashSource(source))) return []
  const problems = sourceProblems(source)
  if (problems.length === 0) rememberReadable(hashSource(source))
  return problems.map(({ message }) => ({
    reason: 'RenderSourceMalformed',
    message: `Cluster API could not read what was rendered: ${message}`,
  }))
}

// Each look at a cluster wraps the same values again. Only hashes are kept: keys and type are always the same.
const readable = new Set<string>()
const MAX_READABLE = 10_000

function rememberReadable(hash: string): void {
  const [oldest] = readable
  if (readable.size >= MAX_READABLE && oldest !== undefined) readable.delete(oldest)
  readable.add(hash)
}
