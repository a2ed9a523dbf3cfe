import { isFields, itemsIn, partOf, textIn } from '../object/fields.ts'
import type { YamlPath } from '../yaml/node/node-at.ts'
import { type ReadDocument, readDocuments } from '../yaml/document/read-documents.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import { isYamlList, isYamlMapping, valueAt } from '../yaml/edit/checked-edit.ts'

/** Where the value of a field stands: in the Cluster itself, or in one of its variables. */
export type FormPlace =
  | { readonly kind: 'cluster'; readonly path: YamlPath }
  | { readonly kind: 'variable'; readonly name: string; readonly path: YamlPath }

/** A place in the Cluster itself. */
export function atCluster(...path: YamlPath): FormPlace {
  return { kind: 'cluster', path }
}

/** A place in the value of a variable; without a path, the whole value. */
export function atVariable(name: string, ...path: YamlPath): FormPlace {
  return { kind: 'variable', name, path }
}

/** Where the variables of a Cluster stand. */
export const VARIABLES = ['spec', 'topology', 'variables'] as const

/** The Cluster of a text, and what else is in it. Throws YamlError for a text that does not read. */
export function clusterIn(text: string): ClusterText {
  const documents = readDocuments(text)
  const found = documents.find(({ value }) => isCluster(value))
  return { cluster: found, others: documents.filter(one => one !== found) }
}

interface ClusterText {
  readonly cluster: ReadDocument | undefined
  readonly others: readonly ReadDocument[]
}

function isCluster(value: YamlValue): boolean {
  return (
    isFields(value) &&
    value['kind'] === 'Cluster' &&
    textIn(value, 'apiVersion').startsWith('cluster.x-k8s.io/')
  )
}

/** The way from a Cluster to a place; undefined for a variable that it does not set. */
export function yamlPathOf(cluster: YamlValue, place: FormPlace): YamlPath | undefined {
  if (place.kind === 'cluster') return place.path
  const index = variableIndex(cluster, place.name)
  return index === -1 ? undefined : [...VARIABLES, index, 'value', ...place.path]
}

/** Which item of the variables has this name; -1 if none has. */
export function variableIndex(cluster: YamlValue, name: string): number {
  const variables = valueAt(cluster, VARIABLES)
  if (!isYamlList(variables)) return -1
  return variables.findIndex(one => isYamlMapping(one) && one['name'] === name)
}

/** The variables that a Cluster sets. */
export function variablesOf(cluster: YamlValue): ReadonlyMap<string, YamlValue> {
  const items = isFields(cluster) ? itemsIn(partOf(partOf(cluster, 'spec'), 'topology'), 'variables') : []
  return new Map(
    items.flatMap((item): readonly (readonly [string, YamlValue])[] => {
      const name = textIn(item, 'name')
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was read from YAML
      return name === '' ? [] : [[name, (item['value'] ?? null) as YamlValue]]
    }),
  )
}
