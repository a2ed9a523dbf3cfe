import type { Fitout } from '../../api/schema/fitout-schema.ts'
import { resolveName } from '../../hand-over/cluster-identity.ts'
import { readGoYaml } from '../../yaml/read-go-yaml.ts'
import { YamlError } from '../../yaml/yaml-error.ts'
import { readDocuments } from '../../yaml/document/read-documents.ts'
import { apiGroup } from '../../object/api-group.ts'
import { type Fields, isFields, partOf, textIn } from '../../object/fields.ts'
import { withoutFields } from '../../object/without-fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import { readSourceObjects } from '../../resource-set/read-source-objects.ts'
import { hasWrongType, readSource } from '../../resource-set/source.ts'
import { SourceError } from '../../resource-set/source-error.ts'
import { ResourceSetError } from '../../resource-set/resource-set-error.ts'
import type { ResourceSet } from '../../resource-set/resource-set.ts'
import type { GitObject, Deliverer, ServerDelivery } from './delivery.ts'
import { type ManagementObjects, sourceKey } from './management-objects.ts'

/** What a ClusterResourceSet puts on each cluster that it selects: one delivery for each of its sources. */
export function carriedBySet(set: ResourceSet, { sources }: ManagementObjects): readonly ServerDelivery[] {
  return set.resources.flatMap(({ kind, name }) => {
    const source = sources.get(sourceKey(kind, set.namespace, name))
    if (!source) return []
    const deliverer: Deliverer = {
      kind: 'ClusterResourceSet',
      namespace: set.namespace,
      name: set.name,
      source: `${kind}/${name}`,
      prunes: false,
      deletesOnDeletion: false,
      strategy: set.strategy,
      isSuspended: set.isPaused,
      isForced: false,
    }
    return [{ deliverer, objects: objectsCarried(source) }]
  })
}

/** The objects that a ConfigMap or Secret carries; none that cannot be read. */
const objectsCarried = oncePerObject((source: GitObject): readonly GitObject[] => {
  const { content, doubt } = source
  if (content['sops'] !== undefined) return [unread(source)]
  try {
    const read = readSource(content)
    if (hasWrongType(read)) return []
    return readSourceObjects(read).map(object => ({
      group: apiGroup(object.apiVersion),
      kind: object.kind,
      namespace: object.namespace,
      name: object.name,
      content: object.content,
      doubt,
      place: source.place,
    }))
  } catch (error) {
    // Lint says what is wrong with it; Cluster API applies nothing of it.
    if (error instanceof SourceError || error instanceof ResourceSetError) return []
    throw error
  }
})

// Nobody can tell what SOPS has encrypted, but that it is something else now.
function unread(source: GitObject): GitObject {
  const content = withoutFields(source.content, 'sops')
  return { ...source, kind: 'EncryptedObjects', content, doubt: '' }
}

interface HandOverCluster {
  readonly namespace: string
  readonly name: string
}

/** The Secrets and rendered templates that the steps of a Fitout put on a cluster. */
export function handOverDeliveries(
  fitout: Fitout,
  cluster: HandOverCluster,
  { sources }: ManagementObjects,
): readonly ServerDelivery[] {
  const identity = { ...cluster, uid: '' }
  return fitout.spec.steps.flatMap(step => {
    const secrets = secretsOf(step.handOver ?? [], identity)
    const templates = (step.render ?? []).flatMap(template => {
      const resolved = resolveName(template, identity)
      const found = resolved.ok
        ? sources.get(sourceKey('ConfigMap', cluster.namespace, resolved.name))
        : undefined
      return found ? templatesIn(found, cluster) : []
    })
    const objects = [...secrets, ...templates]
    if (objects.length === 0) return []
    const deliverer: Deliverer = {
      kind: 'Fitout',
      namespace: cluster.namespace,
      name: fitout.metadata.name,
      source: step.name,
      prunes: false,
      deletesOnDeletion: false,
      strategy: 'Reconcile',
      isSuspended: fitout.spec.suspend,
      isForced: false,
    }
    return [{ deliverer, objects }]
  })
}

type HandOvers = NonNullable<Fitout['spec']['steps'][number]['handOver']>

// Where a value comes from stands in the place of the value, which nobody knows.
function secretsOf(
  handOvers: HandOvers,
  identity: HandOverCluster & { readonly uid: string },
): readonly GitObject[] {
  const byTarget = new Map<string, { namespace: string; name: string; data: Record<string, string> }>()
  for (const { from, to, keys } of handOvers) {
    const source = resolveName(from.secret, identity)
    const id = `${to.namespace}/${to.secret}`
    const target = byTarget.get(id) ?? { namespace: to.namespace, name: to.secret, data: {} }
    byTarget.set(id, target)
    for (const [key, options] of Object.entries(keys)) {
      const as = isFields(options) ? textIn(options, 'as', key) : key
      target.data[as] = JSON.stringify([source.ok ? source.name : from.secret, key, options])
    }
  }
  return [...byTarget.values()].map(({ namespace, name, data }) => ({
    group: '',
    kind: 'Secret',
    namespace,
    name,
    content: { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, data },
    doubt: '',
    place: () => ({ path: '', line: 1, column: 1 }),
  }))
}

function templatesIn(source: GitObject, { name, namespace }: HandOverCluster): readonly GitObject[] {
  return Object.values(partOf(source.content, 'data')).flatMap(value => {
    const variables = { CLUSTER_NAME: name, CLUSTER_NAMESPACE: namespace }
    // As the controller does it: variables are filled into what was parsed, and a text that cannot be parsed is applied nowhere.
    return documentsOf(String(value)).map(content => deliveredFrom(filled(content, variables), source))
  })
}

function filled(content: Fields, variables: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(
    Object.entries(content).map(([key, value]) => [key, filledValue(value, variables)]),
  )
}

function filledValue(value: unknown, variables: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => variables[name] ?? whole)
  if (Array.isArray(value)) return value.map((item: unknown) => filledValue(item, variables))
  return isFields(value) ? filled(value, variables) : value
}

function documentsOf(text: string): readonly Fields[] {
  try {
    return readDocuments(text, readGoYaml).map(({ value }) => value)
  } catch (error) {
    if (error instanceof YamlError) return []
    throw error
  }
}

function deliveredFrom(content: Fields, { doubt, place }: GitObject): GitObject {
  const metadata = partOf(content, 'metadata')
  return {
    group: apiGroup(textIn(content, 'apiVersion')),
    kind: textIn(content, 'kind'),
    namespace: textIn(metadata, 'namespace'),
    name: textIn(metadata, 'name'),
    content,
    doubt,
    place,
  }
}
