import type { KubeObject } from '../../engine/api/kube-object.ts'

/**
 * A frozen copy of what JSON would carry of `value`, that shares with `before` all that is equal to it.
 *
 * When nothing is different the result is `before` itself: writes that change nothing are seen by `===`.
 */
function adopt(value: unknown, before?: unknown): unknown {
  if (value === before || (before === undefined && isShared(value))) return value
  if (Array.isArray(value)) return adoptList(value, Array.isArray(before) ? before : undefined)
  if (typeof value === 'object' && value !== null) return adoptFields(value, before)
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}

function adoptList(list: readonly unknown[], before: readonly unknown[] | undefined): unknown {
  const copy = list.map((item, index) => adopt(item === undefined ? null : item, before?.[index]))
  const isSame = before?.length === copy.length && copy.every((item, index) => item === before[index])
  return isSame ? before : Object.freeze(copy)
}

function adoptFields(value: object, before: unknown): unknown {
  const old: Readonly<Record<string, unknown>> | undefined = isPlain(before) ? before : undefined
  const copy: Record<string, unknown> = {}
  let [size, isSame] = [0, old !== undefined]
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue
    const known = old !== undefined && Object.hasOwn(old, key) ? old[key] : undefined
    const adopted = adopt(field, known)
    // Assigning would set the prototype instead.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: adopted, enumerable: true })
    else copy[key] = adopted
    size += 1
    isSame &&= adopted === known
  }
  return isSame && old !== undefined && Object.keys(old).length === size ? old : Object.freeze(copy)
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const shared = new WeakSet<object>()

/** Whether stores take a value over as it is, instead of a copy each. */
export function isShared(value: unknown): value is object {
  return typeof value === 'object' && value !== null && shared.has(value)
}

/** A copy that many stores can hold the parts of: what is put on a thousand clusters is then in memory once. */
export function shareObject(object: KubeObject): KubeObject {
  const frozen = adoptObject(object)
  const { metadata, ...parts } = frozen
  for (const part of [...Object.values(parts), ...Object.values(metadata)])
    if (typeof part === 'object' && part !== null) shared.add(part)
  return frozen
}

/** The same for a whole object. */
export function adoptObject(object: KubeObject, before?: KubeObject): KubeObject {
  const adopted = adopt(object, before)
  if (isObject(adopted)) return adopted
  throw new TypeError('cannot store an object: it has no head')
}

function isObject(value: unknown): value is KubeObject {
  return (
    isPlain(value) &&
    typeof value['apiVersion'] === 'string' &&
    typeof value['kind'] === 'string' &&
    isPlain(value['metadata'])
  )
}
