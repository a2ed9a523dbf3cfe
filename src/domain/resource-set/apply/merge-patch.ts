import { type Fields, isFields } from '../../object/fields.ts'

/** Values nested deeper than this are not compared but written, which comes to the same on the server. */
const MAX_DEPTH = 500

// The API server keeps these as they are, whatever a patch says.
const keptMetadata: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
])

/**
 * The JSON merge patch that Cluster API sends to make `live` what the source says.
 *
 * Takes away every field that the source does not have, also labels, finalizers and owners that others added; without
 * the fields that the API server keeps anyway. Empty when nothing changes.
 */
export function mergePatch(live: Fields, wanted: Fields): Fields {
  const patch = difference(withoutKept(live), withoutKept(wanted), 0)
  return isFields(patch) ? patch : {}
}

function withoutKept(object: Fields): Fields {
  // The status of nearly every kind is written apart, and a patch of the object does not reach it.
  const rest = Object.entries(object).filter(([name]) => name !== 'status')
  return Object.fromEntries(
    rest.map(([name, value]) => [name, name === 'metadata' && isFields(value) ? ownMetadata(value) : value]),
  )
}

function ownMetadata(metadata: Fields): Fields {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !keptMetadata.has(name)))
}

/** What turns `from` into `to`, or undefined when they are equal. */
function difference(from: unknown, to: unknown, depth: number): unknown {
  if (!isFields(from) || !isFields(to)) return isEqual(from, to, depth) ? undefined : to
  if (depth > MAX_DEPTH) return to
  const changes: [string, unknown][] = []
  for (const name of Object.keys(from)) if (!Object.hasOwn(to, name)) changes.push([name, null])
  for (const [name, value] of Object.entries(to)) {
    const change = Object.hasOwn(from, name) ? difference(from[name], value, depth + 1) : value
    if (change !== undefined) changes.push([name, change])
  }
  return changes.length === 0 ? undefined : Object.fromEntries(changes)
}

function isEqual(a: unknown, b: unknown, depth: number): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    if (depth > MAX_DEPTH || a.length !== b.length) return false
    return a.every((entry, index) => isEqual(entry, b[index], depth + 1))
  }
  if (isFields(a) && isFields(b)) return difference(a, b, depth) === undefined
  return a === b
}
