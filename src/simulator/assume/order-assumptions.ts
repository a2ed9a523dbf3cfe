import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Assumption } from './assumption.ts'
import { groupKind, isCustomDefinition } from './custom-definitions.ts'

/** The namespaces that every cluster has. */
export const bootNamespaces: ReadonlySet<string> = new Set([
  'default',
  'kube-system',
  'kube-public',
  'kube-node-lease',
])

/** Each object once, by the first that brings it; kinds before their objects, and namespaces that nothing else makes before what is in them. */
export function orderAssumptions(
  all: readonly Assumption[],
  delivered: readonly KubeObject[],
): readonly Assumption[] {
  const firsts = new Map(all.toReversed().map(one => [keyOf(one.object), one]))
  const found = [...firsts.values()].toReversed()
  const kinds = found.filter(({ object }) => isCustomDefinition(object))
  return withNamespaces([...kinds, ...found.filter(one => !kinds.includes(one))], delivered)
}

function keyOf(object: KubeObject): string {
  const { namespace = '', name } = object.metadata
  return `${groupKind(object)} ${namespace}/${name}`
}

function withNamespaces(all: readonly Assumption[], delivered: readonly KubeObject[]): readonly Assumption[] {
  const there = new Set([
    ...bootNamespaces,
    ...[...delivered, ...all.map(({ object }) => object)]
      .filter(({ kind }) => kind === 'Namespace')
      .map(({ metadata }) => metadata.name),
  ])
  return all.flatMap(one => {
    const { namespace } = one.object.metadata
    if (namespace === undefined || there.has(namespace) || namespace === homeOf(one)) return [one]
    there.add(namespace)
    const home = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }
    return [{ ...one, object: home }, one]
  })
}

// What is healthy somewhere has a namespace there.
function homeOf({ bringer }: Assumption): string {
  return bringer.by === 'object' ? bringer.namespace : ''
}
