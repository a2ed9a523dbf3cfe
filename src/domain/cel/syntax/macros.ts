import type { CelCall, Expression, FoldMacro } from './expression.ts'
import { ParseFailure } from './parse-failure.ts'

/** Rewrites a call; undefined when the call is none of its own. */
export type Macro = (call: MacroCall) => Expression | undefined

/** A call with the arguments a macro asks for. */
interface MacroCall {
  readonly call: CelCall
  readonly target: Expression
  readonly args: readonly Expression[]
}

/** Macros by name, number of arguments and whether they are called on a value: `all/2/member`. */
export type Macros = ReadonlyMap<string, Macro>

/** Replaces a call by what its macro makes of it. */
export function expandMacro(call: CelCall, macros: Macros): Expression {
  const style = call.target ? 'member' : 'global'
  const macro = macros.get(`${call.name}/${call.args.length}/${style}`)
  const target = call.target ?? call.args[0]
  return (macro && target && macro({ call, target, args: call.args })) ?? call
}

const SIMPLE_NAME = 'argument must be a simple name'
const IDENTIFIER = 'argument is not an identifier'

/** `has(a.b)`, and the macros over lists and maps with one variable. */
export const standardMacros: readonly (readonly [string, Macro])[] = [
  ['has/1/global', expandHas],
  ['all/2/member', foldMacro('all', SIMPLE_NAME)],
  ['exists/2/member', foldMacro('exists', SIMPLE_NAME)],
  ['exists_one/2/member', foldMacro('existsOne', SIMPLE_NAME)],
  ['map/2/member', foldMacro('list', IDENTIFIER)],
  ['map/3/member', foldMacro('list', IDENTIFIER)],
  ['filter/2/member', expandFilter],
]

/** The macros over lists and maps with two variables: index or key, and value. */
export const twoVariableMacros: readonly (readonly [string, Macro])[] = [
  ['all/3/member', foldMacro('all', SIMPLE_NAME, 2)],
  ['exists/3/member', foldMacro('exists', SIMPLE_NAME, 2)],
  ['exists_one/3/member', foldMacro('existsOne', SIMPLE_NAME, 2)],
  ['existsOne/3/member', foldMacro('existsOne', SIMPLE_NAME, 2)],
  ['transformList/3/member', foldMacro('list', SIMPLE_NAME, 2)],
  ['transformList/4/member', foldMacro('list', SIMPLE_NAME, 2)],
  ['transformMap/3/member', foldMacro('map', SIMPLE_NAME, 2)],
  ['transformMap/4/member', foldMacro('map', SIMPLE_NAME, 2)],
  ['transformMapEntry/3/member', foldMacro('mapEntry', SIMPLE_NAME, 2)],
  ['transformMapEntry/4/member', foldMacro('mapEntry', SIMPLE_NAME, 2)],
]

/** The macros of optional values. */
export const optionalMacros: readonly (readonly [string, Macro])[] = [
  ['optMap/2/member', optionalMacro('optMap')],
  ['optFlatMap/2/member', optionalMacro('optFlatMap')],
]

function expandHas({ call, target }: MacroCall): Expression {
  if (target.kind !== 'select') throw new ParseFailure('invalid argument to has() macro', target.offset)
  return { ...target, isPresenceTest: true, height: call.height }
}

function foldMacro(macro: FoldMacro, complaint: string, count: 1 | 2 = 1): Macro {
  return ({ call: { offset, height }, target, args }) => {
    const variables = variablesOf(args.slice(0, count), complaint)
    const rest = args.slice(count)
    const filter = rest.length > 1 ? rest[0] : undefined
    return {
      kind: 'fold',
      macro,
      range: target,
      variables,
      filter,
      body: rest.at(-1) ?? target,
      offset,
      height,
    }
  }
}

// Like `map` with a condition, and the variable itself as the result.
function expandFilter({ call: { offset, height }, target, args: [name, filter] }: MacroCall): Expression {
  const variables = variablesOf(name ? [name] : [], IDENTIFIER)
  return {
    kind: 'fold',
    macro: 'list',
    range: target,
    variables,
    filter,
    body: name ?? target,
    offset,
    height,
  }
}

/** `list.sortBy(e, key)` */
export const sortByMacro: readonly [string, Macro] = ['sortBy/2/member', expandSortBy]

function expandSortBy(macroCall: MacroCall): Expression | undefined {
  const { target } = macroCall
  if (target.kind !== 'literal' && target.kind !== 'map') return foldMacro('sortBy', IDENTIFIER)(macroCall)
  const reason = 'sortBy can only be applied to a list, identifier, comprehension, call or select expression'
  throw new ParseFailure(reason, target.offset)
}

function variablesOf(names: readonly Expression[], complaint: string): readonly string[] {
  const variables = names.map(name => variableOf(name, complaint))
  if (variables[0] !== variables[1]) return variables
  throw new ParseFailure(`duplicate variable name: ${variables[0]}`, names[1]?.offset ?? 0)
}

function variableOf(name: Expression, complaint: string): string {
  if (name.kind !== 'identifier') throw new ParseFailure(complaint, name.offset)
  if (name.name !== '__result__') return name.name
  throw new ParseFailure('iteration variable overwrites accumulator variable', name.offset)
}

function optionalMacro(macro: 'optMap' | 'optFlatMap'): Macro {
  return ({ call: { offset, height }, target, args: [name, body] }) => {
    if (name?.kind !== 'identifier' || !body) {
      const reason = `${macro}() variable name must be a simple identifier`
      throw new ParseFailure(reason, name?.offset ?? offset)
    }
    return { kind: 'optionalMap', macro, target, variable: name.name, body, offset, height }
  }
}
