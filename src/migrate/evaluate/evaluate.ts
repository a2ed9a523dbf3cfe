import { type HclExpression, SPLAT_ITEM, type TemplatePart } from '../hcl/expression.ts'
import type { HclSpan } from '../hcl/source-file.ts'
import { EvaluationError } from './evaluation-error.ts'
import { callFunction } from './functions.ts'
import { hasMark, unknown } from './holes.ts'
import { operate } from './operate.ts'
import { type HclScope, withNames } from './scope.ts'
import { textOfValue } from './text-of-value.ts'
import {
  type Hole,
  isUnknown,
  isValueList,
  isValueMap,
  sortedEntries,
  type Unknown,
  type Value,
} from './value.ts'
import { writeExpression } from './write-expression.ts'

/** How many values one expression can go through: more than any module has. */
const MAX_ITEMS = 10_000

/** Evaluates an expression as far as its files tell. Throws an EvaluationError where Terraform would refuse. */
export function evaluate(expression: HclExpression, scope: HclScope): Value {
  return scope.budget.spend(expression, () => valueOf(expression, scope))
}

function valueOf(expression: HclExpression, scope: HclScope): Value {
  switch (expression.kind) {
    case 'literal':
      return literal(expression, scope)
    case 'template':
      return template(expression, scope)
    case 'variable':
      return variable(expression, scope)
    case 'attribute':
      return attribute(expression, scope)
    case 'index':
      return at(evaluate(expression.of, scope), evaluate(expression.key, scope), { expression, scope })
    case 'splat':
      return splat(expression, scope)
    case 'call':
      return callFunction(expression, scope, { evaluate, opaque, template: partsText })
    case 'conditional':
      return conditional(expression, scope)
    case 'operation':
      return operation(expression, scope)
    case 'list':
      return expression.items.map(item => evaluate(item, scope))
    case 'object':
      return objectOf(expression, scope)
    case 'for':
      return forOf(expression, scope)
    default:
      return evaluate(expression.inner, scope)
  }
}

/** A value that only Terraform can know, because it comes from others of that sort. */
export function opaque(expression: HclExpression, scope: HclScope, causes: readonly Value[]): Unknown {
  const holes = causes.flatMap(value => holesIn(value, scope))
  const [first] = holes
  return unknown({
    ...written(expression, scope),
    isSensitive: holes.some(hole => hole.isSensitive),
    reason: first?.reason ?? 'only Terraform knows it',
  })
}

function written(expression: HclExpression, scope: HclScope): Pick<Hole, 'module' | 'expression' | 'span'> {
  const inlining = {
    names: new Set(scope.names.keys()),
    evaluate: (inner: HclExpression) => evaluate(inner, scope),
    module: scope.module,
  }
  const { file, start, end } = expression
  return {
    module: scope.module,
    expression: writeExpression(expression, inlining),
    span: { file, start, end },
  }
}

function holesIn(value: Value, scope: HclScope): readonly Hole[] {
  if (isUnknown(value)) return [value.hole]
  if (typeof value === 'string') {
    return hasMark(value)
      ? scope.holes.parts(value).flatMap(part => (part.kind === 'hole' ? [part.hole] : []))
      : []
  }
  if (isValueList(value)) return value.flatMap(item => holesIn(item, scope))
  return isValueMap(value) ? [...value.values()].flatMap(item => holesIn(item, scope)) : []
}

// A whole number above 2^53 would lose digits here.
function literal(expression: Extract<HclExpression, { readonly kind: 'literal' }>, scope: HclScope): Value {
  const { value } = expression
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  return unknown({
    ...written(expression, scope),
    isSensitive: false,
    reason: 'the number is too large to be read exactly',
  })
}

function variable(expression: Extract<HclExpression, { readonly kind: 'variable' }>, scope: HclScope): Value {
  const known = scope.names.get(expression.name)
  if (known !== undefined) return known
  return unknown({
    ...written(expression, scope),
    isSensitive: false,
    reason: `nothing of these files is called ${expression.name}`,
  })
}

function attribute(
  expression: Extract<HclExpression, { readonly kind: 'attribute' }>,
  scope: HclScope,
): Value {
  const { of, name } = expression
  if (of.kind === 'variable' && !scope.names.has(of.name)) return reference(of.name, expression, scope)
  return at(evaluate(of, scope), name, { expression, scope })
}

function reference(
  root: string,
  expression: Extract<HclExpression, { readonly kind: 'attribute' }>,
  scope: HclScope,
): Value {
  const resolved = scope.resolve(root, expression.name, expression)
  if (resolved.kind === 'unknown') {
    const { reason, isSensitive = false } = resolved
    return unknown({ ...written(expression, scope), reason, isSensitive })
  }
  const { value } = resolved
  if (!isUnknown(value)) return value
  // What a module or a local gives is named as such: what it is made of may not be written here. What was passed to a module stays what it was.
  const isPassedOn = root === 'var' && value.hole.module !== scope.module
  const isReference = value.hole.module === scope.module && /^[\w.[\]"*-]+$/.test(value.hole.expression ?? '')
  if (isPassedOn || isReference) return value
  return unknown({ ...value.hole, ...written(expression, scope) })
}

interface At {
  readonly expression: HclExpression
  readonly scope: HclScope
}

function at(of: Value, key: Value, { expression, scope }: At): Value {
  if (isUnknown(of) || isUnknown(key) || (typeof key === 'string' && hasMark(key))) {
    return opaque(expression, scope, [of, key])
  }
  const found = isValueMap(of) ? of.get(textOfValue(key) ?? '') : elementOf(of, key)
  if (found !== undefined) return isUnknown(found) ? namedHere(found, { expression, scope }) : found
  // A text with a mark may be all of something that has attributes; a resource has more than its block says.
  if ((typeof of === 'string' && hasMark(of)) || isOfResource(expression, scope)) {
    return opaque(expression, scope, [of])
  }
  const thing = isValueMap(of) ? 'attribute' : 'element'
  throw new EvaluationError(`there is no such ${thing}`, expression)
}

function elementOf(of: Value, key: Value): Value | undefined {
  if (isUnknown(of) || !isValueList(of)) return undefined
  const index = key === '' ? Number.NaN : Number(key)
  return Number.isInteger(index) ? of[index] : undefined
}

// What a module gives is named by its output: what that is made of cannot be written here.
function namedHere(value: Unknown, { expression, scope }: At): Unknown {
  const isOutside = value.hole.module !== scope.module || value.hole.expression === undefined
  return isOutside && startOf(expression) === 'module' && !scope.names.has('module')
    ? unknown({ ...value.hole, ...written(expression, scope) })
    : value
}

const ownRoots: ReadonlySet<string> = new Set(['var', 'local', 'module', 'path', 'each', 'count', 'data'])

function isOfResource(expression: HclExpression, scope: HclScope): boolean {
  const start = startOf(expression)
  if (start === SPLAT_ITEM) return true
  return start !== undefined && !ownRoots.has(start) && !scope.names.has(start)
}

/** The name that a reference begins with, through whatever indices. */
function startOf(expression: HclExpression): string | undefined {
  if (expression.kind === 'variable') return expression.name
  const isStep = expression.kind === 'attribute' || expression.kind === 'index' || expression.kind === 'splat'
  return isStep ? startOf(expression.of) : undefined
}

function splat(expression: Extract<HclExpression, { readonly kind: 'splat' }>, scope: HclScope): Value {
  const of = evaluate(expression.of, scope)
  if (isUnknown(of)) return opaque(expression, scope, [of])
  const items = isValueList(of) ? of : of === null ? [] : [of]
  return items.map(item => {
    const value = evaluate(expression.each, withNames(scope, [[SPLAT_ITEM, item]]))
    return isUnknown(value) && value.hole.expression === undefined
      ? opaque(expression, scope, [value])
      : value
  })
}

function conditional(
  expression: Extract<HclExpression, { readonly kind: 'conditional' }>,
  scope: HclScope,
): Value {
  const test = asBoolean(evaluate(expression.test, scope))
  if (test === undefined)
    throw new EvaluationError('the condition is neither true nor false', expression.test)
  if (typeof test !== 'boolean') return opaque(expression, scope, [test])
  return evaluate(test ? expression.whenTrue : expression.whenFalse, scope)
}

/** A condition: true or false, not known, or undefined for what Terraform would refuse. */
function asBoolean(value: Value): Value | undefined {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  return isUnknown(value) || (typeof value === 'string' && hasMark(value)) ? value : undefined
}

function operation(
  expression: Extract<HclExpression, { readonly kind: 'operation' }>,
  scope: HclScope,
): Value {
  const values = expression.operands.map(operand => evaluate(operand, scope))
  // What Terraform decides by one side alone.
  if (expression.operator === '&&' && values.includes(false)) return false
  if (expression.operator === '||' && values.includes(true)) return true
  if (values.some(value => holesIn(value, scope).length > 0)) return opaque(expression, scope, values)
  const result = operate(expression.operator, values)
  if (result === undefined)
    throw new EvaluationError(`operator ${expression.operator} does not take these values`, expression)
  return result === 'inexact' ? inexact(expression, scope) : result.value
}

function inexact(expression: HclExpression, scope: HclScope): Value {
  return unknown({
    ...written(expression, scope),
    isSensitive: false,
    reason: 'Terraform counts with more digits',
  })
}

function objectOf(expression: Extract<HclExpression, { readonly kind: 'object' }>, scope: HclScope): Value {
  const map = new Map<string, Value>()
  for (const { key, value } of expression.entries) {
    const name = evaluate(key, scope)
    const text = textOfValue(name)
    if (isUnknown(name) || (text !== undefined && hasMark(text))) return opaque(expression, scope, [name])
    if (text === undefined) throw new EvaluationError('a key must be a text', key)
    map.set(text, evaluate(value, scope))
  }
  return map
}

function forOf(expression: Extract<HclExpression, { readonly kind: 'for' }>, scope: HclScope): Value {
  const over = evaluate(expression.over, scope)
  if (isUnknown(over)) return opaque(expression, scope, [over])
  const map = new Map<string, Value>()
  const list: Value[] = []
  for (const inner of scopesOf(expression, over, scope)) {
    const test = expression.test ? asBoolean(evaluate(expression.test, inner)) : true
    if (test === undefined) throw new EvaluationError('the condition is neither true nor false', expression)
    if (typeof test !== 'boolean') return opaque(expression, scope, [test])
    if (!test) continue
    const value = evaluate(expression.value, inner)
    if (!expression.key) {
      list.push(value)
      continue
    }
    const key = evaluate(expression.key, inner)
    const text = textOfValue(key)
    if (isUnknown(key) || (text !== undefined && hasMark(text))) return opaque(expression, scope, [key])
    if (text === undefined) throw new EvaluationError('a key must be a text', expression.key)
    if (expression.isGrouping) {
      const before = map.get(text) ?? []
      map.set(text, [...(isUnknown(before) || !isValueList(before) ? [] : before), value])
    } else map.set(text, value)
  }
  return expression.key ? map : list
}

function scopesOf(
  { names, over: at }: { readonly names: readonly string[]; readonly over: HclExpression },
  over: Value,
  scope: HclScope,
): readonly HclScope[] {
  const entries = entriesOf(over, at)
  const [first = '', second] = names
  return entries.map(([key, value]) =>
    withNames(
      scope,
      second === undefined
        ? [[first, value]]
        : [
            [first, key],
            [second, value],
          ],
    ),
  )
}

/** Keys and values of what can be gone through. */
function entriesOf(over: Value, span: HclSpan): readonly (readonly [Value, Value])[] {
  if (isUnknown(over) || (!isValueList(over) && !isValueMap(over))) {
    throw new EvaluationError('this is neither a list nor a map', span)
  }
  const entries: readonly (readonly [Value, Value])[] = isValueMap(over)
    ? sortedEntries(over)
    : [...over.entries()]
  if (entries.length > MAX_ITEMS) throw new EvaluationError(`this has more than ${MAX_ITEMS} elements`, span)
  return entries
}

function template(expression: Extract<HclExpression, { readonly kind: 'template' }>, scope: HclScope): Value {
  const [only] = expression.parts
  // A template that is one interpolation is that value, of whatever type.
  if (only?.kind === 'interpolation' && expression.parts.length === 1) return evaluate(only.value, scope)
  return partsText(expression.parts, scope) ?? opaque(expression, scope, partValues(expression.parts, scope))
}

function partValues(parts: readonly TemplatePart[], scope: HclScope): readonly Value[] {
  return parts.flatMap(part => {
    if (part.kind === 'interpolation') return [evaluate(part.value, scope)]
    if (part.kind === 'if') return [evaluate(part.test, scope)]
    return part.kind === 'for' ? [evaluate(part.over, scope)] : []
  })
}

/** The text of a template, with marks for what is not known; undefined if not even its form is known. */
function partsText(parts: readonly TemplatePart[], scope: HclScope): string | undefined {
  const texts: string[] = []
  for (const part of parts) {
    const text = partText(part, scope)
    if (text === undefined) return undefined
    texts.push(text)
  }
  return texts.join('')
}

function partText(part: TemplatePart, scope: HclScope): string | undefined {
  if (part.kind === 'text') return part.text
  if (part.kind === 'interpolation') return interpolated(part.value, scope)
  if (part.kind === 'if') {
    const test = asBoolean(evaluate(part.test, scope))
    if (test === undefined) throw new EvaluationError('the condition is neither true nor false', part.test)
    if (typeof test !== 'boolean') return undefined
    return partsText(test ? part.whenTrue : part.whenFalse, scope)
  }
  const over = evaluate(part.over, scope)
  if (isUnknown(over)) return undefined
  const texts = scopesOf({ names: part.names, over: part.over }, over, scope).map(inner =>
    partsText(part.body, inner),
  )
  return texts.includes(undefined) ? undefined : texts.join('')
}

function interpolated(expression: HclExpression, scope: HclScope): string {
  const value = evaluate(expression, scope)
  if (isUnknown(value)) return scope.holes.mark(value.hole, 'text')
  const text = textOfValue(value)
  if (text === undefined) throw new EvaluationError('this value is no text', expression)
  return text
}
