import {
  int,
  listParameter,
  overloaded,
  single,
  string,
  type FunctionBinding,
  type Overload,
} from '../plan/binding.ts'
import type { Meter } from '../plan/meter.ts'
import { codePointCount, codePoints, codePointsToUnits, unitsToCodePoints } from '../text/code-points.ts'
import { replaceText, splitText, trimSpace } from '../text/go-strings.ts'
import { CelList, ValueList, elementsOf } from '../value/cel-list.ts'
import { describeValue } from '../value/describe.ts'
import { Fault, type CelValue, type CelOutcome } from '../value/cel-value.ts'

/** `indexOf` and `lastIndexOf` of strings, which Kubernetes also has for lists. */
export const indexOfOverloads: Readonly<Record<'indexOf' | 'lastIndexOf', readonly Overload[]>> = {
  indexOf: [
    { args: [string, string], apply: indexOf },
    { args: [string, string, int], apply: indexOf },
  ],
  lastIndexOf: [
    { args: [string, string], apply: lastIndexOf },
    { args: [string, string, int], apply: lastIndexOf },
  ],
}

/** The string functions of cel-go's extension, all versions. `format` has a file of its own. */
export const stringExtension: readonly (readonly [string, FunctionBinding])[] = [
  single('charAt', { args: [string, int], apply: charAt }),
  overloaded('indexOf', indexOfOverloads.indexOf),
  overloaded('lastIndexOf', indexOfOverloads.lastIndexOf),
  single('lowerAscii', {
    args: [string],
    apply: mapped(text => text.replace(/[A-Z]+/g, part => part.toLowerCase())),
  }),
  single('upperAscii', {
    args: [string],
    apply: mapped(text => text.replace(/[a-z]+/g, part => part.toUpperCase())),
  }),
  single('trim', { args: [string], apply: mapped(trimSpace) }),
  single('reverse', { args: [string], apply: mapped(text => codePoints(text).toReversed().join('')) }),
  single('strings.quote', { args: [string], apply: mapped(quote) }),
  overloaded('replace', [
    { args: [string, string, string], apply: replace },
    { args: [string, string, string, int], apply: replace },
  ]),
  overloaded('split', [
    { args: [string, string], apply: split },
    { args: [string, string, int], apply: split },
  ]),
  overloaded('substring', [
    { args: [string, int], apply: substring },
    { args: [string, int, int], apply: substring },
  ]),
  overloaded('join', [
    { args: [{ ...listParameter, element: string }], apply: join },
    { args: [{ ...listParameter, element: string }, string], apply: join },
  ]),
]

function mapped(change: (text: string) => string) {
  return ([text]: readonly CelValue[], meter: Meter): CelOutcome => {
    const given = textOf(text)
    meter.chargeText(given.length * 2)
    return change(given)
  }
}

function charAt([text, index]: readonly CelValue[], meter: Meter): CelOutcome {
  const given = textOf(text)
  meter.chargeText(given.length)
  const position = numberOf(index)
  if (position < 0 || position > codePointCount(given)) return outOfRange(index)
  const start = codePointsToUnits(given, position)
  return start < given.length ? String.fromCodePoint(given.codePointAt(start) ?? 0) : ''
}

function indexOf([text, part, offset = 0n]: readonly CelValue[], meter: Meter): CelOutcome {
  const given = textOf(text)
  const wanted = textOf(part)
  meter.chargeSearch(given, wanted)
  const start = numberOf(offset)
  if (start < 0) return outOfRange(offset)
  const size = codePointCount(given)
  if (wanted === '') return BigInt(Math.min(start, size))
  if (start >= size) return -1n
  const found = given.indexOf(wanted, codePointsToUnits(given, start))
  return found < 0 ? -1n : BigInt(unitsToCodePoints(given, found))
}

function lastIndexOf([text, part, offset]: readonly CelValue[], meter: Meter): CelOutcome {
  const given = textOf(text)
  const wanted = textOf(part)
  meter.chargeSearch(given, wanted)
  const size = codePointCount(given)
  const start = offset === undefined ? size : numberOf(offset)
  if (start < 0) return outOfRange(offset)
  if (wanted === '') return BigInt(Math.min(start, size))
  // An offset beyond the end finds nothing; without an offset the search begins at the end.
  if (offset !== undefined && start >= size) return -1n
  const found = given.lastIndexOf(wanted, codePointsToUnits(given, start))
  return found < 0 ? -1n : BigInt(unitsToCodePoints(given, found))
}

function substring([text, from, to]: readonly CelValue[], meter: Meter): CelOutcome {
  const given = textOf(text)
  meter.chargeText(given.length)
  const size = codePointCount(given)
  const start = numberOf(from)
  const end = to === undefined ? size : numberOf(to)
  if (to !== undefined && start > end) {
    return new Fault(
      `invalid substring range. start: ${describeValue(from ?? null)}, end: ${describeValue(to)}`,
    )
  }
  if (start < 0 || start > size) return outOfRange(from)
  if (end < 0 || end > size) return outOfRange(to)
  return given.slice(codePointsToUnits(given, start), codePointsToUnits(given, end))
}

function replace([text, from, to, limit = -1n]: readonly CelValue[], meter: Meter): CelOutcome {
  return replaceText(textOf(text), { from: textOf(from), to: textOf(to), limit: numberOf(limit), meter })
}

function split([text, separator, limit = -1n]: readonly CelValue[], meter: Meter): CelOutcome {
  const given = textOf(text)
  const wanted = textOf(separator)
  meter.chargeSearch(given, wanted)
  // An empty separator splits into characters.
  if (wanted === '') meter.charge(given.length)
  const parts = splitText(given, wanted, numberOf(limit))
  meter.charge(parts.length)
  return new ValueList(parts)
}

function join([value, separator = '']: readonly CelValue[], meter: Meter): CelOutcome {
  if (!(value instanceof CelList)) return new Fault('join: no list')
  const between = textOf(separator)
  const parts: string[] = []
  for (const element of elementsOf(value)) {
    if (typeof element !== 'string') return new Fault(`join: invalid input: ${describeValue(element)}`)
    meter.charge(1)
    meter.chargeText(element.length + between.length)
    parts.push(element)
  }
  return parts.join(between)
}

const escapes: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
}

function quote(text: string): string {
  let quoted = ''
  for (const char of text) quoted += escapes[char] ?? char
  return `"${quoted}"`
}

// The overload has made sure of the types.
function textOf(value: CelValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function numberOf(value: CelValue | undefined): number {
  return typeof value === 'bigint' ? Number(value) : 0
}

function outOfRange(index: CelValue | undefined): Fault {
  return new Fault(`index out of range: ${describeValue(index ?? null)}`)
}
