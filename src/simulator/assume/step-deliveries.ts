import type { Fitout, FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { resolveName, type ClusterIdentity } from '../../domain/hand-over/cluster-identity.ts'
import { isFields, partOf } from '../../domain/object/fields.ts'
import { packOf, stepSets } from '../../domain/plan/step-sets.ts'
import { readSourceObjects } from '../../domain/resource-set/read-source-objects.ts'
import { readResourceSet } from '../../domain/resource-set/resource-set.ts'
import { SourceError } from '../../domain/resource-set/source-error.ts'
import { readSource } from '../../domain/resource-set/source.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** The manifests that each step brings to a cluster, by the name of the step. */
export type StepDeliveries = ReadonlyMap<string, readonly KubeObject[]>

/** Lists what each step brings to one cluster. `objects` are all of the management cluster; what cannot be read brings nothing. */
export function stepDeliveries(
  { spec, metadata }: Fitout,
  cluster: ClusterIdentity,
  objects: readonly KubeObject[],
): StepDeliveries {
  const inNamespace = objects.filter(object => object.metadata.namespace === metadata.namespace)
  const find = (kind: string, name: string): KubeObject | undefined =>
    inNamespace.find(object => object.kind === kind && object.metadata.name === name)
  const named = (template: string): string => {
    const resolved = resolveName(template, cluster)
    return resolved.ok ? resolved.name : template
  }
  return new Map(
    spec.steps.map(step => {
      const sources = [
        ...setsOf(step, cluster, inNamespace)
          .flatMap(set => readResourceSet(set).resources)
          .map(({ kind, name }) => find(kind, name)),
        ...(step.render ?? []).map(name => find('ConfigMap', named(name))),
      ]
      const manifests = sources.flatMap(source => (source ? manifestsIn(source) : []))
      return [step.name, [...manifests, ...(step.handOver ?? []).map(({ to }) => targetSecret(to))]] as const
    }),
  )
}

/** Those that the step names, and those that its gate lets through. */
function setsOf(
  step: FitoutStep,
  cluster: ClusterIdentity,
  objects: readonly KubeObject[],
): readonly KubeObject[] {
  const { gate } = step
  const sets = objects.filter(({ kind }) => kind === 'ClusterResourceSet')
  const setsIn = (pack: string) => sets.filter(set => packOf(set) === pack)
  const names = new Set(stepSets(step, cluster, setsIn).map(({ name }) => name))
  return sets.filter(object => {
    const labels = partOf(partOf(partOf(object, 'spec'), 'clusterSelector'), 'matchLabels')
    return names.has(object.metadata.name) || (gate !== undefined && labels[gate.label] === gate.value)
  })
}

// Objects never change, and packs are large: each is read once, however many Fitouts and clusters there are.
const manifests = new WeakMap<KubeObject, readonly KubeObject[]>()

function manifestsIn(source: KubeObject): readonly KubeObject[] {
  const known = manifests.get(source)
  if (known) return known
  const read = readManifests(source)
  manifests.set(source, read)
  return read
}

function readManifests(source: KubeObject): readonly KubeObject[] {
  try {
    return readSourceObjects(readSource(source)).map(({ apiVersion, kind, namespace, name, content }) => ({
      ...content,
      apiVersion,
      kind,
      metadata: { ...headOf(content), name, ...(namespace === '' ? {} : { namespace }) },
    }))
  } catch (error) {
    if (error instanceof SourceError) return []
    throw error
  }
}

function headOf(content: Readonly<Record<string, unknown>>): {
  readonly labels?: Readonly<Record<string, string>>
} {
  const { labels } = partOf(content, 'metadata')
  if (!isFields(labels)) return {}
  const texts = Object.entries(labels).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return { labels: Object.fromEntries(texts) }
}

function targetSecret({
  secret,
  namespace,
}: {
  readonly secret: string
  readonly namespace: string
}): KubeObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: secret, namespace } }
}
