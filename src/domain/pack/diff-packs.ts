import { pluralOf } from '../kinds/built-in-kinds.ts'
import type { Strategy } from '../resource-set/resource-set.ts'
import { customKindOf, customKinds, isDefinition, versionsOf } from './custom-kinds.ts'
import { describeManifest, identityOf, isNamespace, type Manifest } from './manifest.ts'
import { apiGroup } from '../object/api-group.ts'
import type { CommittedPack } from './read-pack.ts'
import { readManifests } from './read-manifests.ts'
import { writeYaml } from '../yaml/write/write-yaml.ts'

/** What becomes of a pack when it is replaced by another. */
export interface PackDiff {
  /** Its objects on the management cluster get another namespace. */
  readonly move?: Move
  readonly changes: readonly ObjectChange[]
}

export interface Move {
  readonly from: string
  readonly to: string
}

/** What becomes of one object of a pack when it is replaced by another. */
interface ObjectChange {
  readonly change: 'added' | 'changed' | 'removed'
  readonly object: string
  readonly configMap: string
  readonly strategy: Strategy
  /** What the ClusterResourceSet will do about it, on clusters that have the pack already. */
  readonly effect: string
  /** What a person can do where nobody else will. */
  readonly command?: string
  /** What the command removes beside the object. */
  readonly takesAlong?: string
  /** Versions that a CustomResourceDefinition no longer has. */
  readonly lostVersions?: readonly string[]
}

interface PackedObject {
  readonly manifest: Manifest
  readonly text: string
  readonly configMap: string
  readonly strategy: Strategy
}

/** Compares two packs object by object. Objects that only moved to another ConfigMap have not changed. */
export function diffPacks(before: CommittedPack, after: CommittedPack): PackDiff {
  const [old, now] = [objectsOf(before), objectsOf(after)]
  const move = moveOf(before, after)
  const known = new Set(before.resourceSets.flatMap(set => set.configMaps.map(({ name }) => name)))
  const kinds = customKinds([...old.values()].map(({ manifest }) => manifest))
  const changes = [
    ...[...now].flatMap(([identity, object]) => {
      const previous = old.get(identity)
      if (previous?.text === object.text) return []
      const change = newOrChanged(object, previous === undefined ? 'added' : 'changed', { known, move })
      return [{ ...change, ...lostVersions(previous?.manifest, object.manifest) }]
    }),
    ...[...old].flatMap(([identity, object]) =>
      now.has(identity) ? [] : [removed(object, pluralName(object.manifest))],
    ),
  ]
  return { ...(move ? { move } : {}), changes }

  function pluralName({ apiVersion, kind }: Manifest): string {
    const plural = customKindOf({ apiVersion, kind }, kinds)?.plural ?? pluralOf(kind)
    const group = apiGroup(apiVersion)
    return group === '' ? plural : `${plural}.${group}`
  }
}

/** From which namespace to which a pack moves when it is replaced; undefined when it stays. */
export function moveOf(before: CommittedPack, after: CommittedPack): Move | undefined {
  const [from, to] = [before, after].map(({ resourceSets }) => resourceSets[0]?.set.namespace)
  return from === undefined || to === undefined || from === to ? undefined : { from, to }
}

function objectsOf({ resourceSets }: CommittedPack): ReadonlyMap<string, PackedObject> {
  const objects = resourceSets.flatMap(({ set, configMaps }) =>
    configMaps.flatMap(({ name, values }) =>
      readManifests(values.map(text => ({ path: name, text }))).manifests.map(manifest => ({
        manifest,
        text: writeYaml(manifest.content),
        configMap: name,
        strategy: set.strategy,
      })),
    ),
  )
  return new Map(objects.map(object => [identityOf(object.manifest), object]))
}

function newOrChanged(
  { manifest, configMap, strategy }: PackedObject,
  change: 'added' | 'changed',
  { known, move }: { readonly known: ReadonlySet<string>; readonly move: Move | undefined },
): ObjectChange {
  const effect = move
    ? `is delivered to the clusters in namespace ${move.to}`
    : effects[strategy][change](!known.has(configMap))
  return { change, object: describeManifest(manifest), configMap, strategy, effect }
}

// Objects that are stored or were last applied in such a version keep the API server from taking the new definition, or
// their owners from applying them: whoever upgrades must know before.
function lostVersions(before: Manifest | undefined, after: Manifest): Pick<ObjectChange, 'lostVersions'> {
  if (!before || !isDefinition(after)) return {}
  const kept = new Set(versionsOf(after))
  const lost = versionsOf(before).filter(version => !kept.has(version))
  return lost.length === 0 ? {} : { lostVersions: lost }
}

const onlyLater = 'is delivered only to clusters that get the pack later'
const effects: Readonly<
  Record<Strategy, Readonly<Record<'added' | 'changed', (isNewConfigMap: boolean) => string>>>
> = {
  Reconcile: {
    added: () => 'is created, or updated where it exists',
    changed: () => 'is updated; fields that others set are removed',
  },
  ApplyOnce: {
    added: isNewConfigMap => (isNewConfigMap ? 'is created where it does not exist' : onlyLater),
    changed: () => onlyLater,
  },
}

function removed({ manifest, configMap, strategy }: PackedObject, kind: string): ObjectChange {
  const namespace = manifest.namespace === '' ? '' : ` --namespace ${manifest.namespace}`
  return {
    change: 'removed',
    object: describeManifest(manifest),
    configMap,
    strategy,
    effect: 'stays on every cluster that has it',
    command: `kubectl delete ${kind} ${manifest.name}${namespace}`,
    ...takenAlong(manifest),
  }
}

function takenAlong(manifest: Manifest): Pick<ObjectChange, 'takesAlong'> {
  if (isDefinition(manifest)) return { takesAlong: 'every object of its kind' }
  return isNamespace(manifest) ? { takesAlong: 'everything in it' } : {}
}
