import type { HclExpression } from '../hcl/expression.ts'
import { hasMark } from '../evaluate/holes.ts'
import { asNumber } from '../evaluate/operate.ts'
import { textOfValue } from '../evaluate/text-of-value.ts'
import { isUnknown, isValueList, isValueMap, type Value, type ObjectValue } from '../evaluate/value.ts'

/** Evaluates a default that a type gives. */
type EvaluateDefault = (expression: HclExpression) => Value

/** A value as the type of its variable makes it: converted, with the optional attributes that it lacks. */
export function convertType(value: Value, type: HclExpression | undefined, evaluate: EvaluateDefault): Value {
  if (!type || value === null || isUnknown(value)) return value
  if (type.kind === 'variable') return scalar(value, type.name)
  if (type.kind !== 'call') return value
  const [inner] = type.args
  if (type.name === 'object') return isValueMap(value) ? object(value, inner, evaluate) : value
  if (type.name === 'map' && isValueMap(value)) {
    return new Map([...value].map(([key, item]) => [key, convertType(item, inner, evaluate)]))
  }
  if ((type.name === 'list' || type.name === 'set') && isValueList(value)) {
    return value.map(item => convertType(item, inner, evaluate))
  }
  return value
}

function scalar(value: Value, type: string): Value {
  if (type === 'string') return textOfValue(value) ?? value
  if (typeof value === 'string' && hasMark(value)) return value
  if (type === 'number') return asNumber(value) ?? value
  if (type === 'bool' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

// Attributes that the type does not name are dropped, as Terraform does.
function object(value: ObjectValue, type: HclExpression | undefined, evaluate: EvaluateDefault): Value {
  if (type?.kind !== 'object') return value
  const found = new Map<string, Value>()
  for (const { key, value: attribute } of type.entries) {
    const name = key.kind === 'literal' ? String(key.value) : ''
    const isOptional = attribute.kind === 'call' && attribute.name === 'optional'
    const [own, fallback] = isOptional ? attribute.args : [attribute]
    const given = value.get(name) ?? null
    if (given !== null) found.set(name, convertType(given, own, evaluate))
    else if (isOptional || value.has(name)) {
      found.set(name, fallback ? convertType(evaluate(fallback), own, evaluate) : null)
    }
  }
  return found
}
