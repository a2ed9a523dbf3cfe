import { int, overloaded, single, string, type Apply, type FunctionBinding } from '../plan/binding.ts'
import type { Meter } from '../plan/meter.ts'
import { compilePattern, type Pattern } from '../text/pattern.ts'
import { ValueList } from '../value/cel-list.ts'
import { Fault, NO_SUCH_OVERLOAD, type CelValue, type CelOutcome } from '../value/cel-value.ts'

const [, findBinding] = single('find', { args: [string, string], apply: compiled(find) })
const [, findAllBinding] = overloaded('findAll', [
  { args: [string, string], apply: compiled(findAll) },
  { args: [string, string, int], apply: compiled(findAll) },
])

/** Regular expressions that give back what they find. */
export const regexFunctions: readonly (readonly [string, FunctionBinding])[] = [
  [
    'find',
    { ...findBinding, regex: { index: 1, apply: pattern => (args, meter) => find(pattern, args, meter) } },
  ],
  [
    'findAll',
    {
      ...findAllBinding,
      regex: { index: 1, apply: pattern => (args, meter) => findAll(pattern, args, meter) },
    },
  ],
]

function compiled(search: (pattern: Pattern, args: readonly CelValue[], meter: Meter) => CelOutcome): Apply {
  return (args, meter) => {
    const [, text] = args
    if (typeof text !== 'string') return new Fault(NO_SUCH_OVERLOAD)
    const pattern = compilePattern(text, meter)
    return pattern instanceof Fault
      ? new Fault(`Illegal regex: ${pattern.reason}`)
      : search(pattern, args, meter)
  }
}

function find(pattern: Pattern, [text]: readonly CelValue[], meter: Meter): CelOutcome {
  if (typeof text !== 'string') return new Fault(NO_SUCH_OVERLOAD)
  return pattern.findAll(text, 1, meter)[0] ?? ''
}

function findAll(pattern: Pattern, [text, , limit = -1n]: readonly CelValue[], meter: Meter): CelOutcome {
  if (typeof text !== 'string' || typeof limit !== 'bigint') return new Fault(NO_SUCH_OVERLOAD)
  return new ValueList(pattern.findAll(text, limit < 0n ? Infinity : Number(limit), meter))
}
