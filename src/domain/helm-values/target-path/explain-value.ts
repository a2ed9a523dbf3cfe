import type { PathAdvice } from './advice.ts'
import { explainScalar } from './explain-scalar.ts'
import { isQuoted, type TargetPath } from './set-at-target-path.ts'
import type { ValueFinding } from './value-finding.ts'
import { type ListInLine, valueInLine, type ValueInLine } from './value-in-line.ts'

const literalTrue: PathAdvice = { code: 'LITERAL_TRUE' }
const valuesYaml: PathAdvice = { code: 'VALUES_YAML' }
const trimValue: PathAdvice = { code: 'TRIM_VALUE' }

// From the outside in: what stands around the value, what takes it apart, what type is left.
const rules: readonly ((value: ValueInLine, path: string) => ValueFinding | undefined)[] = [
  quotes,
  spaceAround,
  list,
  comma,
  backslash,
  equals,
  document,
  explainScalar,
  empty,
]

/** Says what happens to the value of a targetPath: what is taken apart, what gets which type, what stays text. */
export function explainValue(target: TargetPath): readonly ValueFinding[] {
  const value = valueInLine(target)
  return rules.flatMap(rule => rule(value, target.path) ?? [])
}

function quotes({ value, manner }: ValueInLine): ValueFinding | undefined {
  if (manner === 'quoted') {
    const message = 'all quotes around the value are removed, and the rest is text'
    return { code: 'QUOTES_REMOVED', level: 'note', message, advice: [] }
  }
  if (!isQuoted(value.trim())) return undefined
  const why = manner === 'literal' ? 'literal: true keeps everything' : 'the space outside of them hides them'
  const advice: PathAdvice[] = manner === 'literal' ? [{ code: 'UNQUOTE_VALUE' }] : [trimValue]
  return { code: 'QUOTES_KEPT', level: 'wrong', message: `the quotes stay part of the value: ${why}`, advice }
}

function spaceAround({ value }: ValueInLine): ValueFinding | undefined {
  const inner = value.trim()
  // A text of several lines ends with a line end by right.
  if (inner === value || inner.includes('\n')) return undefined
  const what = value.endsWith('\n') ? 'the line end behind the value' : 'the space around the value'
  const message = `${what} stays part of it, so it is text in any case`
  return { code: 'SPACE_KEPT', level: 'risk', message, advice: [trimValue] }
}

function list({ text, list }: ValueInLine): ValueFinding | undefined {
  if (!list) return undefined
  const advice = [literalTrue, valuesYaml]
  if (!list.isClosed) {
    const message = 'a value that begins with "{" must be a list and end with "}": Helm rejects it'
    return { code: 'LIST_NOT_CLOSED', level: 'wrong', message, advice }
  }
  if (/^\{\s*"/.test(text)) {
    const message = 'JSON is not read: braces and commas make a list of its pieces'
    return { code: 'JSON_BECOMES_LIST', level: 'wrong', message, advice }
  }
  if (list.rest !== '') {
    const message = 'what follows the closing "}" is read as a further assignment'
    return { code: 'TEXT_AFTER_LIST', level: 'wrong', message, advice }
  }
  return closedList(text, list)
}

function closedList(text: string, { items }: ListInLine): ValueFinding {
  if (text === '{}') {
    const message = '"{}" becomes a list with one empty text, neither an empty list nor an empty map'
    return { code: 'EMPTY_BRACES', level: 'wrong', message, advice: [valuesYaml] }
  }
  const message = `the braces make a list, items: ${items}; each gets its own type`
  return { code: 'BECOMES_LIST', items, level: 'note', message, advice: [literalTrue] }
}

function comma({ beforeComma }: ValueInLine): ValueFinding | undefined {
  if (beforeComma === undefined) return undefined
  const message = 'the value ends at its first comma; what follows is read as a further assignment'
  return { code: 'COMMA_SPLITS', level: 'wrong', message, advice: [literalTrue, valuesYaml] }
}

function backslash({ text, manner }: ValueInLine): ValueFinding | undefined {
  if (manner === 'literal' || !text.includes('\\')) return undefined
  const isMeant = escapesCommasOnly(text)
  const message = 'a backslash is removed and the character after it is kept; two backslashes become one'
  return { code: 'BACKSLASH_DROPPED', level: isMeant ? 'note' : 'wrong', message, advice: [literalTrue] }
}

/** Whether behind every backslash comes a comma or the backslash that it is for. */
function escapesCommasOnly(text: string): boolean {
  let at = text.indexOf('\\')
  while (at >= 0) {
    const next = text.charAt(at + 1)
    if (next !== ',' && next !== '\\') return false
    at = text.indexOf('\\', at + 2)
  }
  return true
}

function equals({ text, manner, beforeComma, list }: ValueInLine): ValueFinding | undefined {
  if (manner === 'literal' || beforeComma !== undefined || list || !text.includes('=')) return undefined
  const message = 'an equals sign in the value is kept: only the first of the line counts'
  return { code: 'EQUALS_KEPT', level: 'note', message, advice: [] }
}

function document({ text, manner }: ValueInLine): ValueFinding | undefined {
  // The beginning tells; the whole may be large.
  const start = text.slice(0, 2000)
  const isYaml = start.trim().includes('\n') && /^[ \t]*(?:- |["'\w./-]+:(?:[ \t]|$))/m.test(start)
  if (!isYaml && !/^\s*\[/.test(start)) return undefined
  const message = 'YAML and JSON are not read at a targetPath: a document stays one text'
  const level = manner === 'literal' ? 'note' : 'risk'
  return {
    code: 'DOCUMENT_STAYS_TEXT',
    level,
    message,
    advice: [literalTrue, valuesYaml].slice(level === 'note' ? 1 : 0),
  }
}

function empty({ text }: ValueInLine, path: string): ValueFinding | undefined {
  if (text !== '') return undefined
  if (/\][^[]*\./.test(path.slice(0, 1000))) {
    const message = 'an empty value below an item of a list is not set at all'
    return { code: 'EMPTY_VALUE_DROPPED', level: 'wrong', message, advice: [valuesYaml] }
  }
  return { code: 'EMPTY_VALUE', level: 'note', message: 'an empty value becomes an empty text', advice: [] }
}
