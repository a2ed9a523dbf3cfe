import { escapeAsGo, quoteAsGo } from '../text/quote-as-go.ts'
import { labelKeyProblems } from './label-key.ts'
import { type SelectorOperator, type Requirement, requirementProblem } from './requirement.ts'
import { scanSelector, type Token, type Tokens } from './scan-selector.ts'
import type { SelectorError } from './selector-error.ts'
import { type Selector, selectorOf } from './selector.ts'

/** Reads a selector as kubectl takes it (`env in (prod,test),!legacy`), or throws a SelectorError that says where it goes wrong. */
export function parseSelector(text: string): Selector {
  const tokens = scanSelector(text)
  if (tokens.peek().kind === 'end') return selectorOf([])
  if (!startsRequirement(tokens.peek())) throw misplaced(tokens, "!, identifier, or 'end of string'")

  const requirements: Requirement[] = []
  for (;;) {
    requirements.push(parseRequirement(tokens))
    if (tokens.peek().kind === 'end') return selectorOf(requirements)
    if (tokens.peek().text !== ',') throw misplaced(tokens, "',' or 'end of string'")
    tokens.take()
    if (!startsRequirement(tokens.peek())) throw misplaced(tokens, "identifier after ','")
  }
}

function startsRequirement({ kind, text }: Token): boolean {
  return kind === 'word' || text === '!'
}

function endsRequirement({ kind, text }: Token): boolean {
  return kind === 'end' || text === ','
}

function parseRequirement(tokens: Tokens): Requirement {
  const isNegated = tokens.peek().text === '!'
  if (isNegated) tokens.take()
  const key = parseKey(tokens)
  if (isNegated) return { key: key.text, operator: 'DoesNotExist', values: [] }
  if (endsRequirement(tokens.peek())) return { key: key.text, operator: 'Exists', values: [] }
  return parseComparison(key, tokens)
}

function parseKey(tokens: Tokens): Token {
  if (tokens.peek().kind !== 'word') throw unexpected(tokens, 'identifier')
  const key = tokens.take()
  const problems = labelKeyProblems(key.text)
  if (problems.length === 0) return key
  // "<nil>" is the path of a text that has none: kubectl shows it, too.
  const cause = `unable to parse requirement: <nil>: Invalid value: ${quoteAsGo(key.text)}: ${problems.join('; ')}`
  throw tokens.error('INVALID_REQUIREMENT', cause, key)
}

const operators: ReadonlyMap<string, SelectorOperator> = new Map([
  ['in', 'In'],
  ['notin', 'NotIn'],
  ['=', 'Equals'],
  ['==', 'DoubleEquals'],
  ['!=', 'NotEquals'],
  ['>', 'GreaterThan'],
  ['<', 'LessThan'],
])

function parseComparison(key: Token, tokens: Tokens): Requirement {
  const operator = operators.get(tokens.peek().text)
  if (operator === undefined) throw unexpected(tokens, 'in, notin, =, ==, !=, gt, lt')
  tokens.take()
  const isSet = operator === 'In' || operator === 'NotIn'
  const values = isSet ? parseSet(tokens) : [parseValue(tokens)]
  const requirement = { key: key.text, operator, values }
  const problem = requirementProblem(requirement)
  if (problem === undefined) return requirement
  throw tokens.error('INVALID_REQUIREMENT', `unable to parse requirement: ${problem}`, key)
}

function parseValue(tokens: Tokens): string {
  if (endsRequirement(tokens.peek())) return ''
  if (tokens.peek().kind !== 'word') throw unexpected(tokens, 'identifier')
  return tokens.take().text
}

function parseSet(tokens: Tokens): readonly string[] {
  if (tokens.peek().text !== '(') throw unexpected(tokens, "'('", '')
  tokens.take()
  if (tokens.peek().kind !== 'word' && !endsValue(tokens.peek()))
    throw unexpected(tokens, "',', ')' or identifier")

  const values = new Set<string>()
  for (;;) {
    const value = tokens.peek().kind === 'word' ? tokens.take().text : ''
    values.add(value)
    if (!endsValue(tokens.peek()))
      throw unexpected(tokens, value === '' ? "',', or identifier" : "',' or ')'")
    if (tokens.take().text === ')') return [...values].toSorted()
  }
}

function endsValue({ kind, text }: Token): boolean {
  return kind === 'sign' && (text === ',' || text === ')')
}

function unexpected(tokens: Tokens, expected: string, comma = ','): SelectorError {
  const cause = `unable to parse requirement: ${found(tokens.peek())}${comma} expected: ${expected}`
  return tokens.error('SELECTOR_SYNTAX', cause, tokens.peek())
}

function misplaced(tokens: Tokens, expected: string): SelectorError {
  return tokens.error('SELECTOR_SYNTAX', `${found(tokens.peek())}, expected: ${expected}`, tokens.peek())
}

function found({ text }: Token): string {
  return `found '${escapeAsGo(text)}'`
}
