import type { YamlValue } from '../../yaml/yaml-value.ts'

/**
 * Returns whether two values differ in texts only: same keys in the same order, same lists, same numbers and types.
 *
 * Neither may be deeper than a filled manifest can be.
 */
export function hasSameShape(before: YamlValue, after: YamlValue): boolean {
  return isAlike(before, after, (a, b) => typeof a === 'string' && typeof b === 'string')
}

/** Returns whether two values are the same, texts included. */
export function isSameValue(a: YamlValue, b: YamlValue): boolean {
  return isAlike(a, b, () => false)
}

type Leaves = (a: YamlValue, b: YamlValue) => boolean

function isAlike(a: YamlValue, b: YamlValue, mayDiffer: Leaves): boolean {
  if (Object.is(a, b) || mayDiffer(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [before, after] = [Object.entries(a), Object.entries(b)]
  return (
    before.length === after.length &&
    before.every(([key, value], index) => {
      const [otherKey, other] = after[index] ?? []
      return key === otherKey && other !== undefined && isAlike(value, other, mayDiffer)
    })
  )
}
