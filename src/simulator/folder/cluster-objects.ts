import { nameVariables, resolveName } from '../../domain/hand-over/cluster-identity.ts'
import { isFields } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { MadeCluster } from './make-clusters.ts'
import type { FolderObject } from './read-objects.ts'
import type { FolderContent } from './sort-objects.ts'

/** Values for hand-overs, as Terraform gives them out. */
export type SampleValues = Readonly<Record<string, string>>

/** The ConfigMaps, Secrets and ClusterResourceSets of a fleet: those of the user, and those made for single clusters. */
export function clusterObjects(
  content: FolderContent,
  clusters: readonly MadeCluster[],
  values?: SampleValues,
): readonly FolderObject[] {
  const all = [...content.resourceSets, ...content.sources]
  const known = new Map<string, FolderObject>()
  for (const one of all.filter(({ object }) => !isTemplate(object))) known.set(keyOf(one.object), one)
  // In this order: what the user wrote down for a cluster counts more than what can be guessed for it.
  const made = [
    ...all
      .filter(({ object }) => isTemplate(object))
      .flatMap(template =>
        clusters
          .filter(({ object }) => object.metadata.namespace === template.object.metadata.namespace)
          .map(cluster => ({ ...template, object: filled(template.object, cluster.object) })),
      ),
    ...clusters.flatMap(cluster => copiesFor(cluster, known)),
    ...(values ? clusters.flatMap(cluster => secretsFor(cluster, values)) : []),
  ]
  for (const one of made) if (!known.has(keyOf(one.object))) known.set(keyOf(one.object), one)
  return [...known.values()]
}

/** Whether an object stands for one of each cluster. */
function isTemplate({ metadata }: KubeObject): boolean {
  return metadata.name.includes('${CLUSTER_NAME}')
}

function keyOf({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.namespace}/${metadata.name}`
}

/** An object with the name and namespace of a cluster wherever these variables stand in it. */
function filled(template: KubeObject, cluster: KubeObject): KubeObject {
  const variables = Object.entries(nameVariables(identityOf(cluster)))
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string')
      return variables.reduce((text, [name, known]) => text.replaceAll(`\${${name}}`, known), value)
    if (Array.isArray(value)) return value.map(fill)
    if (!isFields(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, fill(field)]))
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts in it have changed
  return fill(template) as KubeObject
}

/** What the user has for a cluster by its name, once more for its copy. */
function copiesFor(
  { object, from, fitout }: MadeCluster,
  known: ReadonlyMap<string, FolderObject>,
): readonly FolderObject[] {
  if (from === undefined || from.object === object) return []
  return namesOf(fitout).flatMap(([kind, name]) => {
    const [old, next] = [nameFor(name, from.object), nameFor(name, object)]
    const found = known.get(`${kind} ${object.metadata.namespace}/${old}`)
    if (!found || next === undefined || old === next) return []
    return [{ ...found, object: { ...found.object, metadata: { ...found.object.metadata, name: next } } }]
  })
}

type NamedKind = 'ClusterResourceSet' | 'ConfigMap' | 'Secret'

function namesOf({ spec }: MadeCluster['fitout']): readonly (readonly [NamedKind, string])[] {
  return spec.steps.flatMap(({ resourceSets = [], render = [], handOver = [] }) => [
    ...resourceSets.map(name => ['ClusterResourceSet', name] as const),
    ...render.map(name => ['ConfigMap', name] as const),
    ...handOver.map(({ from }) => ['Secret', from.secret] as const),
  ])
}

function secretsFor({ object, fitout }: MadeCluster, values: SampleValues): readonly FolderObject[] {
  const { namespace = '' } = object.metadata
  return namesOf(fitout).flatMap(([kind, template]) => {
    const name = nameFor(template, object)
    if (kind !== 'Secret' || name === undefined) return []
    const secret = {
      apiVersion: 'v1',
      kind,
      metadata: { name, namespace },
      type: 'Opaque',
      stringData: values,
    }
    return [{ object: secret, at: () => '--values' }]
  })
}

/** The name of an object for a cluster. */
function nameFor(template: string, cluster: KubeObject): string | undefined {
  const resolved = resolveName(template, identityOf(cluster))
  return resolved.ok ? resolved.name : undefined
}

function identityOf({ metadata }: KubeObject) {
  const { name, namespace = '', uid = '' } = metadata
  return { name, namespace, uid }
}
