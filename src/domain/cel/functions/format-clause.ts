import type { Meter } from '../plan/meter.ts'
import { formatFixed, formatScientific } from '../text/format-double.ts'
import { encodeUtf8 } from '../../bytes/utf8.ts'
import { typeNameOf } from '../value/cel-type.ts'
import { CelUint, Fault, type CelValue } from '../value/cel-value.ts'
import { numberOf } from '../value/compare.ts'
import { doubleAsString, formatAsString } from './format-as-string.ts'

/** What stands behind a percent sign. */
export interface Clause {
  readonly letter: string
  readonly precision: number
  readonly meter: Meter
}

type Writer = (value: CelValue, clause: Clause) => string | Fault

const writers: Readonly<Record<string, Writer>> = {
  s: (value, { meter }) => formatAsString(value, meter),
  d: decimal,
  f: (value, { precision }) =>
    floating(value, number => formatFixed(number, precision), 'fixed-point clause'),
  e: (value, { precision }) =>
    floating(value, number => formatScientific(number, precision), 'scientific clause'),
  b: binary,
  o: octal,
  x: hexadecimal,
  X: (value, clause) => upperCase(hexadecimal(value, clause)),
}

/** Writes a value as a clause asks for. */
export function formatClause(clause: Clause, value: CelValue): string | Fault {
  const writer = Object.hasOwn(writers, clause.letter) ? writers[clause.letter] : undefined
  if (!writer)
    return new Fault(`could not parse formatting clause: unrecognized formatting clause "${clause.letter}"`)
  return writer(value, clause)
}

function decimal(value: CelValue): string | Fault {
  const number = numberOf(value)
  if (number === undefined)
    return refuse('decimal clause can only be used on ints, uints, and doubles', value)
  return typeof number === 'bigint' ? String(number) : doubleAsString(number)
}

function floating(value: CelValue, write: (number: number) => string, clause: string): string | Fault {
  const number = numberOf(value)
  if (number === undefined) return refuse(`${clause} can only be used on ints, uints, and doubles`, value)
  const double = Number(number)
  return Number.isFinite(double) ? write(double) : doubleAsString(double)
}

function binary(value: CelValue): string | Fault {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return (
    integer(value)?.toString(2) ?? refuse('only ints, uints, and bools can be formatted as binary', value)
  )
}

function octal(value: CelValue): string | Fault {
  return integer(value)?.toString(8) ?? refuse('octal clause can only be used on ints and uints', value)
}

function hexadecimal(value: CelValue, { meter }: Clause): string | Fault {
  const bytes = typeof value === 'string' ? encodeUtf8(value) : value
  if (bytes instanceof Uint8Array) {
    meter.chargeText(bytes.length * 3)
    return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  }
  return (
    integer(value)?.toString(16) ??
    refuse('only ints, uints, bytes, and strings can be formatted as hex', value)
  )
}

function upperCase(text: string | Fault): string | Fault {
  return text instanceof Fault ? text : text.toUpperCase()
}

function integer(value: CelValue): bigint | undefined {
  if (typeof value === 'bigint') return value
  return value instanceof CelUint ? value.value : undefined
}

function refuse(reason: string, value: CelValue): Fault {
  return new Fault(`error during formatting: ${reason}, was given ${typeNameOf(value)}`)
}
