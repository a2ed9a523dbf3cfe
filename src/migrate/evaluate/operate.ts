import { textOfValue } from './text-of-value.ts'
import { isUnknown, isValueList, isValueMap, type Value } from './value.ts'

/** The result of an operator on known values; 'inexact' where Terraform counts more precisely; undefined where it would refuse. */
export function operate(
  operator: string,
  [left = null, right]: readonly Value[],
): { readonly value: Value } | 'inexact' | undefined {
  if (right === undefined) return unary(operator, left)
  if (operator === '==') return { value: isSameTerraformValue(left, right) }
  if (operator === '!=') return { value: !isSameTerraformValue(left, right) }
  if (operator === '&&' || operator === '||') return logical(operator, asTruth(left), asTruth(right))
  const [one, other] = [asNumber(left), asNumber(right)]
  if (one === undefined || other === undefined) return undefined
  return compared(operator, one, other) ?? counted(operator, one, other)
}

function unary(operator: string, value: Value): { readonly value: Value } | undefined {
  if (operator === '!') {
    const truth = asTruth(value)
    return truth === undefined ? undefined : { value: !truth }
  }
  const number = asNumber(value)
  return number === undefined ? undefined : { value: -number }
}

function logical(operator: string, one: boolean | undefined, other: boolean | undefined) {
  if (one === undefined || other === undefined) return undefined
  return { value: operator === '&&' ? one && other : one || other }
}

const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '<': (one, other) => one < other,
  '>': (one, other) => one > other,
  '<=': (one, other) => one <= other,
  '>=': (one, other) => one >= other,
}

function compared(operator: string, one: number, other: number): { readonly value: Value } | undefined {
  const compare = comparisons[operator]
  return compare && { value: compare(one, other) }
}

const counts: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
  '%': (one, other) => one % other,
}

function counted(
  operator: string,
  one: number,
  other: number,
): { readonly value: Value } | 'inexact' | undefined {
  const count = counts[operator]
  if (!count || ((operator === '/' || operator === '%') && other === 0)) return undefined
  const value = count(one, other)
  // Whole numbers are exact in both; fractions are not.
  return [one, other, value].every(Number.isSafeInteger) ? { value } : 'inexact'
}

function asTruth(value: Value): boolean | undefined {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}

/** A number, or the number that a text is. */
export function asNumber(value: Value): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(value)) return undefined
  return Number(value)
}

/** Whether two known values are the same to Terraform, which does not convert before it compares. */
export function isSameTerraformValue(one: Value, other: Value): boolean {
  if (one === other) return true
  if (isUnknown(one) || isUnknown(other)) return false
  if (isValueList(one) && isValueList(other)) {
    return (
      one.length === other.length &&
      one.every((item, index) => isSameTerraformValue(item, other[index] ?? null))
    )
  }
  if (isValueMap(one) && isValueMap(other)) {
    return (
      one.size === other.size &&
      [...one].every(([key, item]) => other.has(key) && isSameTerraformValue(item, other.get(key) ?? null))
    )
  }
  return false
}

/** Whether a value is one that a person takes for empty: used by `coalesce` and `compact`. */
export function isBlank(value: Value): boolean {
  return value === null || textOfValue(value) === ''
}
