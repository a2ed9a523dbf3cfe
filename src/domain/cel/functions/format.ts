import { listParameter, overloaded, string, type FunctionBinding } from '../plan/binding.ts'
import type { Meter } from '../plan/meter.ts'
import { CelList } from '../value/cel-list.ts'
import { Fault, NO_SUCH_OVERLOAD, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import { formatClause } from './format-clause.ts'

/** `'%s is %d'.format([a, b])`. Asks for its arguments when it is called, so a wrong number of them is found then. */
export const format: readonly (readonly [string, FunctionBinding])[] = [
  overloaded('format', [{ args: [string, listParameter], apply: formatText }]),
]

const MAX_PRECISION = 100
const DEFAULT_PRECISION = 6

// %%, or a clause: a point and digits for the precision, and a letter. What is wrong with it is found out below.
const clause = /%(?:%|(\.[0-9]*)?([\s\S])?)/g

function formatText([text, args]: readonly CelValue[], meter: Meter): CelOutcome {
  if (typeof text !== 'string' || !(args instanceof CelList)) return new Fault(NO_SUCH_OVERLOAD)
  meter.chargeText(text.length)
  let result = ''
  let end = 0
  let used = 0
  for (const match of text.matchAll(clause)) {
    const [whole] = match
    const written = whole === '%%' ? '%' : formatArgument(match, { args, index: used, meter })
    if (written instanceof Fault) return written
    if (whole !== '%%') used++
    meter.chargeText(written.length)
    result += text.slice(end, match.index) + written
    end = match.index + whole.length
  }
  return result + text.slice(end)
}

interface Argument {
  readonly args: CelList
  readonly index: number
  readonly meter: Meter
}

function formatArgument(
  [whole, point, letter]: RegExpExecArray,
  { args, index, meter }: Argument,
): string | Fault {
  if (index >= args.size) return new Fault(`index ${index} out of range`)
  if (whole === '%') return new Fault('unexpected end of string')
  const precision = point === undefined ? DEFAULT_PRECISION : precisionOf(point, letter)
  if (precision instanceof Fault) return precision
  return formatClause({ letter: letter ?? '', precision, meter }, args.at(index))
}

function precisionOf(point: string, letter: string | undefined): number | Fault {
  const words = 'could not parse formatting clause: error while parsing precision: '
  if (letter === undefined) return new Fault(`${words}could not find end of precision specifier`)
  const digits = point.slice(1)
  const precision = digits === '' || digits.length > 9 ? undefined : Number(digits)
  if (precision === undefined) return new Fault(`${words}error while converting precision to integer`)
  if (precision <= MAX_PRECISION) return precision
  return new Fault(`${words}precision ${precision} exceeds maximum allowed precision ${MAX_PRECISION}`)
}
