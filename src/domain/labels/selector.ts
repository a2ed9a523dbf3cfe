import { parseInt64 } from '../quantity/parse-int64.ts'
import type { SelectorOperator, Requirement } from './requirement.ts'

/** Chooses objects by their labels. Without requirements it chooses every object. */
export type Selector =
  | { readonly selects: 'nothing' }
  | { readonly selects: 'matching'; readonly requirements: readonly Requirement[] }

/** The labels of one object. */
export type Labels = Readonly<Record<string, string>>

/** The selector of an object that has none: it chooses nothing. */
export const selectsNothing: Selector = { selects: 'nothing' }

/** Makes a selector of requirements that must all hold, in the order of their keys. */
export function selectorOf(requirements: readonly Requirement[]): Selector {
  return { selects: 'matching', requirements: requirements.toSorted((a, b) => compare(a.key, b.key)) }
}

/** Returns whether `selector` chooses an object with these labels. */
export function matchesSelector(selector: Selector, labels: Labels | undefined): boolean {
  if (selector.selects === 'nothing') return false
  return selector.requirements.every(requirement => isMet(requirement, labels ?? {}))
}

/** What of a selector these labels do not meet, as kubectl takes it; "" if they meet all of it. */
export function formatUnmet(selector: Selector, labels: Labels): string {
  if (selector.selects === 'nothing') return ''
  return selector.requirements
    .filter(one => !isMet(one, labels))
    .map(formatRequirement)
    .join(',')
}

/** Writes a selector as kubectl takes it, values in order. A selector of nothing has no such form and gives "". */
export function formatSelector(selector: Selector): string {
  if (selector.selects === 'nothing') return ''
  return selector.requirements.map(formatRequirement).join(',')
}

function isMet({ key, operator, values }: Requirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined
  return meanings[operator].isMet(value, values)
}

interface Meaning {
  readonly sign: string
  /** `value` is that of the label, or undefined if the object has no such label. */
  readonly isMet: (value: string | undefined, values: readonly string[]) => boolean
}

const meanings: Readonly<Record<SelectorOperator, Meaning>> = {
  In: { sign: ' in ', isMet: isOneOf },
  NotIn: { sign: ' notin ', isMet: isNoneOf },
  Equals: { sign: '=', isMet: isOneOf },
  DoubleEquals: { sign: '==', isMet: isOneOf },
  NotEquals: { sign: '!=', isMet: isNoneOf },
  Exists: { sign: '', isMet: value => value !== undefined },
  DoesNotExist: { sign: '', isMet: value => value === undefined },
  GreaterThan: { sign: '>', isMet: (value, [limit]) => difference(value, limit) > 0n },
  LessThan: { sign: '<', isMet: (value, [limit]) => difference(value, limit) < 0n },
}

function isOneOf(value: string | undefined, values: readonly string[]): boolean {
  return value !== undefined && values.includes(value)
}

// An object without the label has none of its values, so it is chosen.
function isNoneOf(value: string | undefined, values: readonly string[]): boolean {
  return !isOneOf(value, values)
}

// What is no number is neither greater nor less.
function difference(value: string | undefined, limit: string | undefined): bigint {
  const [a, b] = [parseInt64(value ?? ''), parseInt64(limit ?? '')]
  return a === undefined || b === undefined ? 0n : a - b
}

function formatRequirement({ key, operator, values }: Requirement): string {
  const list = values.toSorted(compare).join(',')
  const isSet = operator === 'In' || operator === 'NotIn'
  const negation = operator === 'DoesNotExist' ? '!' : ''
  return `${negation}${key}${meanings[operator].sign}${isSet ? `(${list})` : list}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
