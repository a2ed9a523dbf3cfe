import type { Pack } from './make-pack.ts'

/** A pack, and what messages call it. */
export interface NamedPack {
  readonly folder: string
  readonly pack: Pack
}

/** Says which packs bring the same object to the management cluster, where each would take it from the other. */
export function findSharedObjects(packs: readonly NamedPack[]): readonly string[] {
  const owners = new Map<string, string>()
  const pairs = new Map<string, string>()
  for (const { folder, pack } of packs) {
    for (const object of objectsOf(pack)) {
      const owner = owners.get(object)
      const pair = `${owner} and ${folder}`
      if (owner === undefined) owners.set(object, folder)
      // One object of each two packs is enough: the others come along.
      else if (!pairs.has(pair)) pairs.set(pair, `${pair} both contain ${object}`)
    }
  }
  return [...pairs.values()]
}

function objectsOf({ options, resourceSets }: Pack): readonly string[] {
  return resourceSets.flatMap(({ name, configMaps }) => [
    `ClusterResourceSet ${options.namespace}/${name}`,
    ...configMaps.map(configMap => `ConfigMap ${options.namespace}/${configMap.name}`),
  ])
}
