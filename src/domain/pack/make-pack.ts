import { encodeUtf8 } from '../bytes/utf8.ts'
import type { Strategy } from '../resource-set/resource-set.ts'
import { hashSource } from '../resource-set/hash-source.ts'
import { writeYaml } from '../yaml/write/write-yaml.ts'
import { type Size, sizeOf } from './applied-size.ts'
import { isDefinition } from './custom-kinds.ts'
import {
  derived,
  type FilledConfigMap,
  fillConfigMaps,
  fits,
  numbered,
  roomFor,
  type WrittenManifest,
} from './fill-config-maps.ts'
import { judgeManifests } from './judge-manifests.ts'
import { describeManifest, labelOf, type Manifest } from './manifest.ts'
import type { PackOptions } from './pack-options.ts'
import type { PackProblem } from './pack-problem.ts'
import { type StagedManifest, stageManifests } from './stage-manifests.ts'
import { stripDescriptions } from './strip-descriptions.ts'

/** Manifests as ClusterResourceSets deliver them. */
export interface Pack {
  readonly name: string
  /** The version of what is packed, if it says so itself. */
  readonly version: string | undefined
  readonly options: PackOptions
  readonly resourceSets: readonly PackedResourceSet[]
}

/** A ClusterResourceSet of a pack. */
export interface PackedResourceSet {
  readonly name: string
  readonly strategy: Strategy
  readonly configMaps: readonly PackedConfigMap[]
}

export interface PackedConfigMap extends FilledConfigMap {
  /** What the binding of every cluster will say once it is applied there. */
  readonly hash: string
}

export interface PackInput {
  readonly name: string
  readonly version?: string | undefined
  readonly manifests: readonly Manifest[]
  readonly options: PackOptions
}

export type MadePack =
  | { readonly ok: true; readonly pack: Pack; readonly problems: readonly PackProblem[] }
  | { readonly ok: false; readonly problems: readonly PackProblem[] }

/** A ClusterResourceSet lists no more than this. */
const MAX_RESOURCES = 100

/** Makes a pack of objects, or says all that is in the way. The same objects give the same pack. */
export function makePack(input: PackInput): MadePack {
  const { name, options } = input
  const written = stageManifests(input.manifests).map(staged => write(staged, options))
  const problems = [...judgeManifests(input.manifests, options.strategy), ...tooLarge(written, options)]
  if (problems.some(({ severity }) => severity === 'error')) return { ok: false, problems }
  const version = input.version ?? versionOf(input.manifests)
  return {
    ok: true,
    pack: { name, version, options, resourceSets: resourceSetsOf(name, written, options) },
    problems,
  }
}

function write(staged: StagedManifest, { descriptions }: PackOptions): WrittenManifest {
  const { manifest } = staged
  const content =
    descriptions === 'strip' && isDefinition(manifest)
      ? stripDescriptions(manifest.content)
      : manifest.content
  const text = writeYaml(content)
  return { ...staged, text, size: sizeOf(text) }
}

// A Namespace is only ever created: what `Reconcile` does to an object takes away the labels that others gave it. And each
// has a ConfigMap of its own: what is applied once is not looked at again, but one that is new is.
function resourceSetsOf(
  name: string,
  written: readonly WrittenManifest[],
  { strategy, apply }: PackOptions,
): readonly PackedResourceSet[] {
  const apart = ({ stage }: WrittenManifest) => strategy === 'Reconcile' && stage === 'namespaces'
  const [room, namespaces] = [roomFor(apply), derived(name, 'namespaces')]
  const [created, others] = [written.filter(apart), written.filter(one => !apart(one))]
  return [
    ...inSets(
      namespaces,
      'ApplyOnce',
      created.flatMap(one => fillConfigMaps(derived(namespaces, one.manifest.name), [one], room)),
    ),
    ...inSets(name, strategy, fillConfigMaps(name, others, room)),
  ]
}

function inSets(
  name: string,
  strategy: Strategy,
  configMaps: readonly FilledConfigMap[],
): readonly PackedResourceSet[] {
  const sets: PackedResourceSet[] = []
  for (let from = 0; from < configMaps.length; from += MAX_RESOURCES) {
    sets.push({
      name: numbered(name, from / MAX_RESOURCES + 1),
      strategy,
      configMaps: configMaps.slice(from, from + MAX_RESOURCES).map(hashed),
    })
  }
  return sets
}

function hashed(configMap: FilledConfigMap): PackedConfigMap {
  const values = configMap.values.map(({ key, text }) => ({ key, bytes: encodeUtf8(text) }))
  return { ...configMap, hash: hashSource({ values }) }
}

function tooLarge(written: readonly WrittenManifest[], { apply }: PackOptions): readonly PackProblem[] {
  const room = roomFor(apply)
  return written
    .filter(({ size }) => !fits(size, room))
    .map(one => ({
      severity: 'error',
      code: 'TOO_LARGE',
      place: one.manifest.place(),
      message: `${describeManifest(one.manifest)} has ${sizeAndLimit(one.size, apply)}`,
      fix: wayOut(one, apply),
    }))
}

function sizeAndLimit(size: Size, apply: PackOptions['apply']): string {
  const room = roomFor(apply)
  if (apply === 'server-side') return `${size.bytes} bytes; the limit of a ConfigMap is ${room.bytes}`
  return `${size.appliedBytes} bytes as JSON; the limit of a ConfigMap for client-side \`kubectl apply\` is ${room.appliedBytes}`
}

// The first that helps, so that nobody tries in vain.
function wayOut({ manifest, size }: WrittenManifest, apply: PackOptions['apply']): string {
  const stripped = isDefinition(manifest) ? sizeOf(writeYaml(stripDescriptions(manifest.content))) : size
  if (fits(stripped, roomFor(apply))) return `--strip-descriptions makes it ${stripped.bytes} bytes`
  if (fits(size, roomFor('server-side'))) {
    return '--server-side allows it; then only server-side apply, as in Flux, can apply the pack'
  }
  if (fits(stripped, roomFor('server-side'))) {
    return `--strip-descriptions --server-side makes it ${stripped.bytes} bytes; then only server-side apply, as in Flux, can apply the pack`
  }
  return 'it does not fit into a ConfigMap: make it smaller at its source, or install it with Flux'
}

// Only if all that say a version say the same: charts of charts have many.
function versionOf(manifests: readonly Manifest[]): string | undefined {
  const versions = new Set(manifests.map(one => labelOf(one, 'app.kubernetes.io/version')))
  versions.delete(undefined)
  return versions.size === 1 ? [...versions][0] : undefined
}
