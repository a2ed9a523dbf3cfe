import { ParseFailure } from '../syntax/parse-failure.ts'
import { compilePattern } from '../text/pattern.ts'
import { Fault } from '../value/cel-value.ts'
import type { Apply, FunctionBinding } from './binding.ts'
import { CallStep } from './call-step.ts'
import type { Environment } from './environment.ts'
import { OptionalOrStep } from './logic-steps.ts'
import type { Scope } from './scope.ts'
import { ConstantStep, constantOf, type Step } from './step.ts'

/** A call whose function has been found out and whose arguments are planned; the value it is called on is the first. */
export interface PlannedCall {
  readonly name: string
  readonly args: readonly Step[]
  readonly offset: number
}

/** Plans a call. `nowhere` is the scope for what can be computed right away. */
export function planCall(call: PlannedCall, environment: Environment, nowhere: Scope): Step {
  const { name, args, offset } = call
  const [left, right, third] = args
  if ((name === 'or' || name === 'orValue') && left && right && !third) {
    return new OptionalOrStep(name, { left, right }, offset)
  }
  refuseMissing(call, environment)
  const binding = environment.functions.get(name)
  const general = applyFor(call, binding)
  const special = constantPattern(call, binding, nowhere)
  const callee = special
    ? { apply: special, accepts: undefined }
    : { apply: general, accepts: binding?.accepts }
  const step = new CallStep({ name, ...callee }, args, offset)
  return environment.folded.has(name) && args.length === 1 ? foldConstant(step, nowhere) : step
}

function refuseMissing({ name, offset }: PlannedCall, { missing }: Environment): void {
  if (!missing.functions.has(name)) return
  throw new ParseFailure(`this function is not available here: ${name}`, offset, 'CEL_UNSUPPORTED')
}

function applyFor(
  { name, args, offset }: PlannedCall,
  binding: FunctionBinding | undefined,
): Apply | undefined {
  const shape = shapes[args.length] ?? '...'
  if (!binding && args.length > 0) return undefined
  const own = [undefined, binding?.unary, binding?.binary][args.length]
  const apply = own ?? binding?.variadic
  if (apply) return apply
  throw new ParseFailure(`no such overload: ${name}(${shape})`, offset, 'CEL_INVALID')
}

// How cel-go writes the arguments down when it only knows how many there are.
const shapes = ['', 'arg', 'lhs, rhs'] as const

function constantPattern(
  { args, offset }: PlannedCall,
  binding: FunctionBinding | undefined,
  nowhere: Scope,
): Apply | undefined {
  const regex = binding?.regex
  const text = regex && constantOf(args[regex.index])
  if (!regex || typeof text !== 'string') return undefined
  const pattern = compilePattern(text, nowhere.meter)
  if (pattern instanceof Fault) throw new ParseFailure(pattern.reason, offset, 'CEL_INVALID')
  return regex.apply(pattern)
}

// A conversion that cannot succeed makes the whole expression invalid, even where it would never be reached.
function foldConstant(step: CallStep, nowhere: Scope): Step {
  if (!(step.args[0] instanceof ConstantStep)) return step
  const value = step.evaluate(nowhere)
  if (value instanceof Fault) throw new ParseFailure(value.reason, value.offset ?? step.offset, 'CEL_INVALID')
  return new ConstantStep(value, step.offset)
}
