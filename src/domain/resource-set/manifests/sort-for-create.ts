// The word is "Endpoint" in Cluster API, so that objects of kind Endpoints are not among the first.
const firstKinds: readonly string[] = [
  'Namespace',
  'CustomResourceDefinition',
  'StorageClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'Secret',
  'ConfigMap',
  'ServiceAccount',
  'LimitRange',
  'Pod',
  'ReplicaSet',
  'Endpoint',
]
const ranks: ReadonlyMap<string, number> = new Map(firstKinds.map((kind, rank) => [kind, rank]))

/** Sorts objects of one value by kind, as Cluster API applies them. Kinds that it does not know stay in file order, last. */
export function sortForCreate<T extends { readonly kind: string }>(objects: readonly T[]): readonly T[] {
  return objects.toSorted((a, b) => rank(a) - rank(b))
}

function rank({ kind }: { readonly kind: string }): number {
  return ranks.get(kind) ?? firstKinds.length
}
