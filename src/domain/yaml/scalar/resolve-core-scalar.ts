import type { ScalarValue } from './resolve-scalar.ts'

const NULLS = /^(?:~|null|Null|NULL|)$/
const BOOLEANS = /^(?:true|True|TRUE|false|False|FALSE)$/
const DECIMAL_INTEGER = /^[-+]?[0-9]+$/
const PREFIXED_INTEGER = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
const INFINITY = /^[-+]?\.(?:inf|Inf|INF)$/
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/

/** Says what a plain scalar means in YAML 1.2 with its core schema, which most readers outside of Kubernetes have. */
export function resolveCoreScalar(text: string): ScalarValue {
  if (NULLS.test(text)) return null
  if (BOOLEANS.test(text)) return text.toLowerCase() === 'true'
  if (DECIMAL_INTEGER.test(text)) return integer(text.replace(/^\+/, ''))
  if (PREFIXED_INTEGER.test(text)) return integer(text)
  if (FLOAT.test(text)) return Number(text)
  if (INFINITY.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  return NOT_A_NUMBER.test(text) ? NaN : text
}

// More digits than any use of them; a bigint of millions of them would take seconds.
const MAX_DIGITS = 64

function integer(text: string): number | bigint {
  if (text.length > MAX_DIGITS) return Number(text)
  const value = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text)
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
