import { isFields, textIn, type Fields } from '../../object/fields.ts'
import { isSameScalar } from './same-scalar.ts'
import { defaultOf } from './field-defaults.ts'

/** One field that differs: what it was and what it becomes; undefined where it is absent. */
export interface FieldChange {
  readonly path: readonly (string | number)[]
  readonly before: unknown
  readonly after: unknown
}

/**
 * The fields in which two objects differ in meaning: order of keys, style, and what a server fills in the same way do
 * not count.
 */
export function fieldChanges(before: Fields, after: Fields): readonly FieldChange[] {
  if (before === after) return []
  const found: FieldChange[] = []
  compareFields({ before, after, path: [], kind: textIn(after, 'kind'), found })
  return found
}

interface Pair<Value> {
  readonly before: Value
  readonly after: Value
  readonly path: readonly (string | number)[]
  readonly kind: string
  readonly found: FieldChange[]
}

function compareFields({ before, after, path, kind, found }: Pair<Fields>): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[key], after[key]]
    if (was === is || isLeftOut(path, key)) continue
    compareValues({ before: was ?? undefined, after: is ?? undefined, path: [...path, key], kind, found })
  }
}

function compareValues({ before, after, path, kind, found }: Pair<unknown>): void {
  if (before === after) return
  if (before === undefined || after === undefined) {
    const given = before ?? after
    const isEmpty = isFields(given) && Object.keys(given).length === 0 && isMetadataMap(path)
    if (isEmpty || isSameScalar(given, defaultOf(kind, path), path)) return
  } else if (isFields(before) && isFields(after)) {
    return compareFields({ before, after, path, kind, found })
  } else if (Array.isArray(before) && Array.isArray(after)) {
    return compareLists({ before, after, path, kind, found })
  } else if (isSameScalar(before, after, path)) return
  found.push({ path, before, after })
}

// Set by servers, or by the programs that made the file.
function isLeftOut(path: readonly (string | number)[], key: string): boolean {
  if (path.length === 0) return key === 'status' || key === 'sops'
  const isMetadata = path.length === 1 && path[0] === 'metadata'
  return (
    isMetadata && ['creationTimestamp', 'generation', 'managedFields', 'resourceVersion', 'uid'].includes(key)
  )
}

function isMetadataMap(path: readonly (string | number)[]): boolean {
  const last = path.at(-1)
  return path.at(-2) === 'metadata' && (last === 'labels' || last === 'annotations')
}

function compareLists({ before, after, path, kind, found }: Pair<readonly unknown[]>): void {
  const [were, are] = [namesIn(before), namesIn(after)]
  if (!were || !are) return compareByIndex({ before, after, path, kind, found })
  const kept = were.filter(name => are.includes(name))
  const keptNow = are.filter(name => were.includes(name))
  if (kept.some((name, index) => name !== keptNow[index]))
    found.push({ path, before: were.join(', '), after: are.join(', ') })
  for (const name of new Set([...were, ...are])) {
    const [was, is] = [before[were.indexOf(name)], after[are.indexOf(name)]]
    compareValues({ before: was, after: is, path: [...path, name], kind, found })
  }
}

function compareByIndex({ before, after, path, kind, found }: Pair<readonly unknown[]>): void {
  for (let index = 0; index < Math.max(before.length, after.length); index++)
    compareValues({ before: before[index], after: after[index], path: [...path, index], kind, found })
}

// Items that are distinguished by their names are compared by them.
function namesIn(list: readonly unknown[]): readonly string[] | undefined {
  const names = list.map(item =>
    isFields(item) && typeof item['name'] === 'string' ? item['name'] : undefined,
  )
  const known = names.filter(name => name !== undefined)
  return known.length === list.length && new Set(known).size === list.length ? known : undefined
}
