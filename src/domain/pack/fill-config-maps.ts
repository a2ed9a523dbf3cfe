import { MAX_SOURCE_BYTES } from '../resource-set/source.ts'
import { MAX_APPLIED_BYTES, type Size, sizeOf } from './applied-size.ts'
import type { Manifest } from './manifest.ts'
import type { PackOptions } from './pack-options.ts'
import { type StagedManifest, stages } from './stage-manifests.ts'

/** An object with the text that goes into the pack. */
export interface WrittenManifest extends StagedManifest {
  readonly text: string
  readonly size: Size
}

/** A ConfigMap to be: which objects it holds, under which keys. */
export interface FilledConfigMap {
  readonly name: string
  readonly values: readonly FilledValue[]
}

interface FilledValue {
  readonly key: string
  readonly text: string
  readonly manifests: readonly Manifest[]
}

/** How much one ConfigMap may hold: what `kubectl apply` can carry, or with server-side apply what an API server takes. */
export function roomFor(apply: PackOptions['apply']): Size {
  return {
    bytes: MAX_SOURCE_BYTES,
    appliedBytes: apply === 'client-side' ? MAX_APPLIED_BYTES : Number.POSITIVE_INFINITY,
  }
}

/** Whether a text of this size fits into a ConfigMap of its own. */
export function fits(size: Size, room: Size): boolean {
  return size.bytes <= room.bytes && size.appliedBytes <= room.appliedBytes
}

const SEPARATOR = '---\n'
const separatorSize = sizeOf(SEPARATOR)

/**
 * Puts objects into ConfigMaps, one for each component and more where one is too small, in the order of application.
 *
 * Never reorders to fill a gap: what an object needs comes before it, and a change of one object moves few others.
 * Every text must fit on its own.
 */
export function fillConfigMaps(
  name: string,
  manifests: readonly WrittenManifest[],
  room: Size,
): readonly FilledConfigMap[] {
  return [...groups(manifests)].flatMap(([group, members]) =>
    [...parts(members, room)].map((part, index) => ({
      name: numbered(group === '' ? name : derived(name, group), index + 1),
      values: valuesOf(part),
    })),
  )
}

/** A name that belongs to a pack. No pack can be called so: names of packs have no dot. */
export function derived(name: string, part: string): string {
  return `${name}.${part}`
}

/** The name of the first, second, … of several. */
export function numbered(name: string, number: number): string {
  return number === 1 ? name : derived(name, `${number}`)
}

// What belongs to all components is applied first, and kinds of the pack itself when everything else is there.
function groups(manifests: readonly WrittenManifest[]): ReadonlyMap<string, readonly WrittenManifest[]> {
  const found = new Map<string, WrittenManifest[]>([['', []]])
  for (const manifest of manifests.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))) {
    const group = groupOf(manifest)
    const members = found.get(group)
    if (members) members.push(manifest)
    else found.set(group, [manifest])
  }
  return found
}

function groupOf(manifest: WrittenManifest): string {
  if (isLast(manifest)) return 'custom-resources'
  return manifest.stage === 'namespaces' ? '' : componentGroup(manifest.component)
}

// What a pack derives by itself, and what this makes of it: no component can have such a name, whatever its label says.
const ownName = /^(?:namespaces|custom-resources|\d+|component-.*)$/

function componentGroup(component: string): string {
  return ownName.test(component) ? `component-${component}` : component
}

function isLast({ stage }: WrittenManifest): boolean {
  return stage === 'custom-resources'
}

function* parts(manifests: readonly WrittenManifest[], room: Size): Generator<readonly WrittenManifest[]> {
  let part: WrittenManifest[] = []
  let used = noSize
  for (const manifest of manifests) {
    const together = sum(used, manifest.size)
    if (part.length > 0 && !fits(together, room)) {
      yield part
      part = []
      used = noSize
    }
    part.push(manifest)
    used = sum(sum(used, manifest.size), separatorSize)
  }
  if (part.length > 0) yield part
}

const noSize: Size = { bytes: 0, appliedBytes: 0 }

function sum(a: Size, b: Size): Size {
  return { bytes: a.bytes + b.bytes, appliedBytes: a.appliedBytes + b.appliedBytes }
}

function valuesOf(manifests: readonly WrittenManifest[]): readonly FilledValue[] {
  return stages.flatMap(({ name, key }) => {
    const members = manifests.filter(({ stage }) => stage === name)
    if (members.length === 0) return []
    const text = members.map(member => member.text).join(SEPARATOR)
    return [{ key, text, manifests: members.map(({ manifest }) => manifest) }]
  })
}
