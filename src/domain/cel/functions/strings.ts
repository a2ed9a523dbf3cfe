import type { Apply, FunctionBinding } from '../plan/binding.ts'
import type { Meter } from '../plan/meter.ts'
import { codePointCount } from '../text/code-points.ts'
import { compilePattern, type Pattern } from '../text/pattern.ts'
import { CelList } from '../value/cel-list.ts'
import { CelMap } from '../value/cel-map.ts'
import { CelType } from '../value/cel-type.ts'
import { CelOptional, Fault, NO_SUCH_OVERLOAD, type CelValue, type CelOutcome } from '../value/cel-value.ts'

/** `size` and the functions on strings that every environment has. */
export const strings: readonly (readonly [string, FunctionBinding])[] = [
  ['size', { unary: ([value = null], meter) => sizeOf(value, meter), accepts: hasSize }],
  ['contains', { binary: ofTexts((text, part) => text.includes(part)) }],
  ['startsWith', { binary: ofTexts((text, part) => text.startsWith(part)) }],
  ['endsWith', { binary: ofTexts((text, part) => text.endsWith(part)) }],
  ['matches', { binary: matches, accepts: isText, regex: { index: 1, apply: matchesConstant } }],
]

function isText(value: CelValue): boolean {
  return typeof value === 'string'
}

function hasSize(value: CelValue): boolean {
  return (
    typeof value === 'string' ||
    value instanceof Uint8Array ||
    value instanceof CelList ||
    value instanceof CelMap
  )
}

function sizeOf(value: CelValue, meter: Meter): CelOutcome {
  if (typeof value === 'string') {
    meter.chargeText(value.length)
    return BigInt(codePointCount(value))
  }
  if (value instanceof Uint8Array) return BigInt(value.length)
  if (value instanceof CelList) return BigInt(value.size)
  return value instanceof CelMap ? mapSize(value, meter) : new Fault(NO_SUCH_OVERLOAD)
}

// The keys of a JSON object must be counted.
function mapSize({ size }: CelMap, meter: Meter): bigint {
  meter.charge(size / 10)
  return BigInt(size)
}

function ofTexts(test: (text: string, part: string) => boolean): Apply {
  return ([text, part], meter) => {
    if (typeof text !== 'string' || typeof part !== 'string') return new Fault(NO_SUCH_OVERLOAD)
    meter.chargeSearch(text, part)
    return test(text, part)
  }
}

function matches([text, pattern]: readonly CelValue[], meter: Meter): CelOutcome {
  if (typeof text !== 'string' || typeof pattern !== 'string') return new Fault(NO_SUCH_OVERLOAD)
  const compiled = compilePattern(pattern, meter)
  return compiled instanceof Fault ? compiled : compiled.isIn(text, meter)
}

// With a constant pattern cel-go looks at the Go string in a value: a type has its name, an optional what is in it.
function matchesConstant(pattern: Pattern): Apply {
  return ([value = null], meter) => {
    const text = textIn(value)
    return text === undefined ? new Fault(NO_SUCH_OVERLOAD) : pattern.isIn(text, meter)
  }
}

function textIn(value: CelValue | undefined): string | undefined {
  if (value instanceof CelOptional) return textIn(value.value)
  if (value instanceof CelType) return value.typeName
  return typeof value === 'string' ? value : undefined
}
