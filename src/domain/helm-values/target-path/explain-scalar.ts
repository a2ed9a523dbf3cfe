import { readGoYaml } from '../../yaml/read-go-yaml.ts'
import { YamlError } from '../../yaml/yaml-error.ts'
import { typedValue } from '../set-line/typed-value.ts'
import type { PathAdvice } from './advice.ts'
import type { ValueFinding } from './value-finding.ts'
import type { ValueInLine } from './value-in-line.ts'

const literalTrue: PathAdvice = { code: 'LITERAL_TRUE' }
const quoteValue: PathAdvice = { code: 'QUOTE_VALUE' }
const quoteInChart: PathAdvice = { code: 'QUOTE_IN_CHART' }
const valuesYaml: PathAdvice = { code: 'VALUES_YAML' }

const MAX_TYPED_LENGTH = 4096

/** Says which type a value gets that is not taken apart. */
export function explainScalar({ text, manner, beforeComma, list }: ValueInLine): ValueFinding | undefined {
  if (beforeComma !== undefined || list || text === '') return undefined
  // Nothing that long has a type, nor a word for it.
  if (text.length > MAX_TYPED_LENGTH) return undefined
  // Helm drops backslashes before it looks for a type.
  const typed = typedValue(manner === 'literal' ? text : text.replace(/\\(.)/gs, '$1'))
  if (typeof typed === 'string') return staysText(typed)
  if (manner !== 'plain') return typeStaysText(typed, manner)
  if (typed === null) return becomesNull()
  return typeof typed === 'boolean' ? becomesBoolean() : becomesInteger(typed, text)
}

function becomesBoolean(): ValueFinding {
  const message = 'the value becomes a boolean'
  return { code: 'BECOMES_BOOLEAN', level: 'note', message, advice: [literalTrue, quoteValue] }
}

function becomesNull(): ValueFinding {
  const message = 'the value becomes null, which removes the default of the chart'
  return { code: 'BECOMES_NULL', level: 'risk', message, advice: [literalTrue, quoteValue] }
}

function becomesInteger(typed: number | bigint, text: string): ValueFinding {
  const advice = [literalTrue, quoteValue]
  if (String(typed) !== text) {
    const message = 'the value becomes a whole number, and its sign or leading zeros are lost'
    return { code: 'INTEGER_REWRITTEN', level: 'wrong', message, advice }
  }
  const looksLike = text.length === 12 ? 'aws-account-id' : text.length >= 10 ? 'identifier' : 'number'
  const level = looksLike === 'number' ? 'note' : 'risk'
  const as = {
    number: '',
    identifier: ', but looks like an identifier',
    'aws-account-id': ', but looks like the id of an AWS account',
  }
  const message = `the value becomes a whole number${as[looksLike]}`
  return { code: 'BECOMES_INTEGER', looksLike, level, message, advice }
}

function typeStaysText(typed: null | boolean | number | bigint, manner: 'literal' | 'quoted'): ValueFinding {
  const advice: PathAdvice[] = [{ code: manner === 'literal' ? 'REMOVE_LITERAL' : 'UNQUOTE_VALUE' }]
  if (typeof typed === 'boolean') {
    const message = 'the value stays text: in an "if" of a template every text is true, even "false"'
    return { code: 'TYPE_STAYS_TEXT', type: 'boolean', level: 'risk', message, advice }
  }
  const type = typed === null ? 'null' : 'integer'
  return { code: 'TYPE_STAYS_TEXT', type, level: 'note', message: 'the value stays text', advice }
}

// What Helm keeps as text, the YAML of a manifest may not: a chart that prints it bare makes something else of it.
function staysText(text: string): ValueFinding | undefined {
  const bare = readBare(text)
  if (bare === 'text') return undefined
  const { code, what, advice } = textKind(text, bare)
  const message = `the value, ${what}, stays text; printed without quotes by a chart, YAML reads it as ${article[bare]}`
  return { code, level: 'risk', message, advice }
}

function textKind(text: string, bare: 'number' | 'boolean' | 'null') {
  // Of two account ids one may begin with 0 and stay text, the other becomes a number: literal treats them alike.
  const keep = [literalTrue, quoteInChart]
  const say = [quoteInChart, valuesYaml]
  if (/^0[0-9]+$/.test(text))
    return { code: 'LEADING_ZERO_STAYS_TEXT', what: 'digits with a leading zero', advice: keep } as const
  if (/^[+-]?[0-9]+$/.test(text))
    return { code: 'BIG_INTEGER_STAYS_TEXT', what: 'a number of over 64 bits', advice: keep } as const
  if (bare === 'number')
    return { code: 'NUMBER_STAYS_TEXT', what: 'a number but no plain whole one', advice: say } as const
  return {
    code: 'YAML_WORD_STAYS_TEXT',
    what: `a word that YAML takes for ${article[bare]}`,
    advice: say,
  } as const
}

const article = { number: 'a number', boolean: 'a boolean', null: 'null' } as const

function readBare(text: string): 'text' | 'number' | 'boolean' | 'null' {
  // No word is longer, nor a number that means one; and space around it has a rule of its own.
  if (text.length > 100 || text !== text.trim()) return 'text'
  try {
    const read = readGoYaml(text)
    if (read === null) return 'null'
    if (typeof read === 'boolean') return 'boolean'
    return typeof read === 'number' || typeof read === 'bigint' ? 'number' : 'text'
  } catch (error) {
    if (error instanceof YamlError) return 'text'
    throw error
  }
}
