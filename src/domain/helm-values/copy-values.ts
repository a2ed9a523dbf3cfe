/** One value of a Helm chart. A whole number is a bigint where a number would lose digits. */
export type HelmValue = null | boolean | number | bigint | string | readonly HelmValue[] | HelmValues

/** The values of a Helm chart: what a values file holds once it is read. */
export interface HelmValues {
  readonly [key: string]: HelmValue
}

/** A value that is still being put together. */
export type DraftValue = null | boolean | number | bigint | string | DraftValue[] | DraftValues

/** Values that are still being put together: a copy, so that nobody else sees the work. */
export interface DraftValues {
  [key: string]: DraftValue
}

/** Neither Helm nor Flux sets a limit this low, but no chart comes near it, and deeper values would exhaust the stack. */
const MAX_VALUES_DEPTH = 1000

/** How many values there may be, and how many keys one merge may touch: more than a document of 1 MiB has. */
export const MAX_VALUES_COUNT = 1_000_000

type ValuesLimitErrorCode = 'VALUES_TOO_DEEP' | 'VALUES_TOO_MANY'

/** Values that are too deep or too many to work on. */
export class ValuesLimitError extends Error {
  override readonly name = 'ValuesLimitError'
  readonly code: ValuesLimitErrorCode

  constructor(code: ValuesLimitErrorCode) {
    const limit = code === 'VALUES_TOO_DEEP' ? `${MAX_VALUES_DEPTH} levels` : `${MAX_VALUES_COUNT} values`
    super(`cannot use values: they have more than ${limit}`)
    this.code = code
  }
}

type Scalar = Exclude<HelmValue, object>

interface Copying {
  left: number
  readonly scalar: (value: Scalar) => Scalar
}

/** Copies values to the ground, so that the copy can be changed; `scalar` may change leaves on the way. */
export function copyValues(values: HelmValues, scalar = (value: Scalar) => value): DraftValues {
  return copyMap(values, { left: MAX_VALUES_COUNT, scalar }, 1)
}

function copyMap(values: HelmValues, copying: Copying, depth: number): DraftValues {
  const copy: DraftValues = {}
  for (const [key, value] of Object.entries(values)) setKey(copy, key, copyValue(value, copying, depth))
  return copy
}

function copyValue(value: HelmValue, copying: Copying, depth: number): DraftValue {
  if (--copying.left < 0) throw new ValuesLimitError('VALUES_TOO_MANY')
  if (typeof value !== 'object' || value === null) return copying.scalar(value)
  if (depth >= MAX_VALUES_DEPTH) throw new ValuesLimitError('VALUES_TOO_DEEP')
  if (!isList(value)) return copyMap(value, copying, depth + 1)
  return value.map(item => copyValue(item, copying, depth + 1))
}

/** Sets `key` as an own key, also when it is `__proto__`, which plain assignment would take for something else. */
export function setKey(values: DraftValues, key: string, value: DraftValue): void {
  if (key !== '__proto__') values[key] = value
  else Object.defineProperty(values, key, { value, writable: true, enumerable: true, configurable: true })
}

/** The value under `key`; undefined when there is none, whatever the prototype has. */
export function getKey(values: DraftValues, key: string): DraftValue | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined
}

/** Tells a map from a list and a scalar. */
export function isMap(value: DraftValue | undefined): value is DraftValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Array.isArray does not narrow a readonly array.
function isList(value: readonly HelmValue[] | HelmValues): value is readonly HelmValue[] {
  return Array.isArray(value)
}
