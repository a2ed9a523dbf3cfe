import { CelList } from '../value/cel-list.ts'
import { typeNameOf } from '../value/cel-type.ts'
import { Fault, NO_SUCH_OVERLOAD, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import type { Pattern } from '../text/pattern.ts'
import type { Meter } from './meter.ts'

/** What a function does with arguments that are no faults. */
export type Apply = (args: readonly CelValue[], meter: Meter) => CelOutcome

/**
 * A function of the language, by the number of arguments it is bound for.
 *
 * A wrong number of arguments is found when an expression is parsed, unless there is a `variadic` binding to ask.
 */
export interface FunctionBinding {
  readonly unary?: Apply
  readonly binary?: Apply
  readonly variadic?: Apply
  /** Which first arguments the function is asked about at all. */
  readonly accepts?: (first: CelValue) => boolean
  /** Which argument is a regular expression, and what to do when it is a constant. */
  readonly regex?: { readonly index: number; readonly apply: (pattern: Pattern) => Apply }
}

/** All functions of an environment by name. */
export type Functions = ReadonlyMap<string, FunctionBinding>

/** The type of an argument: a name, or a list whose first element is looked at, too. */
export interface ArgumentType {
  readonly name: string
  readonly element?: ArgumentType
}

/** One way to call a function. */
export interface Overload {
  readonly args: readonly ArgumentType[]
  readonly apply: Apply
}

export const dyn: ArgumentType = { name: 'dyn' }
export const bool: ArgumentType = { name: 'bool' }
export const bytes: ArgumentType = { name: 'bytes' }
export const double: ArgumentType = { name: 'double' }
export const duration: ArgumentType = { name: 'google.protobuf.Duration' }
export const int: ArgumentType = { name: 'int' }
export const listParameter: ArgumentType = { name: 'list' }
export const optional: ArgumentType = { name: 'optional_type' }
export const string: ArgumentType = { name: 'string' }
export const timestamp: ArgumentType = { name: 'google.protobuf.Timestamp' }
export const uint: ArgumentType = { name: 'uint' }

/** A function with one overload; the number of its arguments is checked when an expression is parsed. */
export function single(name: string, overload: Overload): readonly [string, FunctionBinding] {
  const apply = dispatch(name, [overload])
  const { length } = overload.args
  if (length === 1) return [name, { unary: apply }]
  return [name, length === 2 ? { binary: apply } : { variadic: apply }]
}

/** A function with several overloads, or one that wants to see any number of arguments. */
export function overloaded(name: string, overloads: readonly Overload[]): readonly [string, FunctionBinding] {
  return [name, { variadic: dispatch(name, overloads) }]
}

function dispatch(name: string, overloads: readonly Overload[]): Apply {
  return (args, meter) => {
    const fit = overloads.find(overload => fits(overload, args))
    return fit ? fit.apply(args, meter) : noSuchOverload(name, args)
  }
}

/** The fault of a function that does not take these arguments. */
export function noSuchOverload(name: string, args: readonly CelValue[]): Fault {
  return new Fault(`${NO_SUCH_OVERLOAD}: ${name}(${args.map(typeNameOf).join(', ')})`)
}

function fits({ args: wanted }: Overload, args: readonly CelValue[]): boolean {
  return wanted.length === args.length && wanted.every((type, index) => isOf(type, args[index] ?? null))
}

function isOf({ name, element }: ArgumentType, value: CelValue): boolean {
  if (name === 'dyn') return true
  if (typeNameOf(value) !== name) return false
  if (!element || !(value instanceof CelList) || value.size === 0) return true
  return isOf(element, value.at(0))
}
