import { CelCidr, readCidr } from '../cel/kubernetes/net-types.ts'
import { isFields, partOf, textsIn } from '../object/fields.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import { atCluster, atVariable, type FormPlace, variablesOf } from './form-place.ts'

/** A range of addresses that a Cluster names, and where. */
export interface ClusterNetwork {
  /** `network.cidr`, without the numbers of items. */
  readonly field: string
  readonly place: FormPlace
  readonly cidr: string
}

/** Every range of addresses that a Cluster names: those of Cluster API, and all in its variables. */
export function networksOf(cluster: YamlValue): readonly ClusterNetwork[] {
  const network = isFields(cluster) ? partOf(partOf(cluster, 'spec'), 'clusterNetwork') : {}
  const own = (['pods', 'services'] as const).flatMap(part =>
    textsIn(partOf(network, part), 'cidrBlocks').flatMap((cidr, index) =>
      isCidr(cidr)
        ? [{ field: part, place: atCluster('spec', 'clusterNetwork', part, 'cidrBlocks', index), cidr }]
        : [],
    ),
  )
  const variables = [...variablesOf(cluster)].flatMap(([name, value]) => [...within(value, name, [])])
  return [...own, ...variables]
}

function* within(
  value: unknown,
  name: string,
  path: readonly (string | number)[],
): Generator<ClusterNetwork> {
  if (typeof value === 'string' && isCidr(value)) {
    const field = [name, ...path.filter(step => typeof step === 'string')].join('.')
    yield { field, place: atVariable(name, ...path), cidr: value }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* within(item, name, [...path, index])
  } else if (isFields(value)) {
    for (const [key, child] of Object.entries(value)) yield* within(child, name, [...path, key])
  }
}

function isCidr(text: string): boolean {
  return text.length < 64 && readCidr(text) instanceof CelCidr
}

/** Whether two ranges of addresses have any in common. What is no range has none. */
export function cidrsOverlap(one: string, other: string): boolean {
  const [a, b] = [readCidr(one), readCidr(other)]
  if (!(a instanceof CelCidr) || !(b instanceof CelCidr)) return false
  return a.shares(b.address, Math.min(a.prefixLength, b.prefixLength))
}
