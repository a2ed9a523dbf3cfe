import type { KubeObject } from '../kube/kube-object.ts'

// What may differ between two runs that came to the same: when, in which version, under which identifier, and who tells.
const masked: ReadonlySet<string> = new Set([
  'annotations',
  'creationTimestamp',
  'deletionTimestamp',
  'evidence',
  'generation',
  'identity',
  'lastTransitionTime',
  'managedFields',
  'observedGeneration',
  'openedAt',
  'readyAt',
  'resourceVersion',
  'since',
  'uid',
])

/** Objects as text, but for what may differ between two runs with the same end. `uids` are those of their Clusters, by name. */
export function endState(objects: readonly KubeObject[], uids: ReadonlyMap<string, string>): string {
  const texts = objects.map(object => {
    const text = JSON.stringify(mask(readable(object)), undefined, 1)
    return [...uids].reduce((all, [name, uid]) => all.replaceAll(uid, `uid-of-${name}`), text)
  })
  return texts.toSorted().join('\n')
}

// In a Secret, what may differ is behind base64.
function readable(object: KubeObject): KubeObject {
  if (object.kind !== 'Secret') return object
  const values = Object.entries((object['data'] ?? {}) as Readonly<Record<string, string>>)
  return {
    ...object,
    data: Object.fromEntries(values.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()])),
  }
}

function mask(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mask)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !masked.has(name))
  return Object.fromEntries(
    kept.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, mask(field)]),
  )
}

/** Where two texts differ first, for people. */
export function firstDifference(found: string, wanted: string): string {
  const [lines, want] = [found.split('\n'), wanted.split('\n')]
  const index = lines.findIndex((line, at) => line !== want[at])
  const around = (all: readonly string[]) => all.slice(Math.max(0, index - 3), index + 3).join(' ')
  return `${around(lines)} in place of ${around(want)}`
}
