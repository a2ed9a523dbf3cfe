import { labelPrefixProblems } from '../names/dns-name.ts'
import { patternProblem, tooLong } from '../names/name-problem.ts'

const name = {
  pattern: '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]',
  rule: "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
}
const value = {
  pattern: `(${name.pattern})?`,
  rule: `a valid label must be an empty string or ${name.rule.replace('must consist', 'consist')}`,
}

const MAX_NAME_BYTES = 63
const MAX_VALUE_BYTES = 63

/** Says what keeps `key` from being a label key (or any "qualified name"), in the words of Kubernetes. */
export function labelKeyProblems(key: string): readonly string[] {
  const parts = key.split('/', 3)
  if (parts.length > 2) return [`a valid label key ${nameProblem()} ${prefixHint}`]

  const labelName = parts.at(-1) ?? ''
  const prefix = parts.length === 2 ? parts[0] : undefined
  return [
    ...(prefix === undefined ? [] : prefixProblems(prefix)),
    ...nameProblems(labelName).map(problem => `name part ${problem}`),
  ]
}

/** Says what keeps `text` from being a label value, in the words of Kubernetes. */
export function labelValueProblems(text: string): readonly string[] {
  const problems = tooLong(text, MAX_VALUE_BYTES, 'bytes')
  if (text === '' || isLabelName(text)) return problems
  return [...problems, patternProblem(value, ['MyValue', 'my_value', '12345'])]
}

const prefixHint = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"

function prefixProblems(prefix: string): readonly string[] {
  const problems = prefix === '' ? ['must be non-empty'] : labelPrefixProblems(prefix)
  return problems.map(problem => `prefix part ${problem}`)
}

function nameProblems(labelName: string): readonly string[] {
  const length = labelName === '' ? ['must be non-empty'] : tooLong(labelName, MAX_NAME_BYTES, 'bytes')
  return isLabelName(labelName) ? length : [...length, nameProblem()]
}

function nameProblem(): string {
  return patternProblem(name, ['MyName', 'my.name', '123-abc'])
}

function isLabelName(text: string): boolean {
  return text !== '' && !/[^-A-Za-z0-9_.]/.test(text) && !/^[-_.]/.test(text) && !/[-_.]$/.test(text)
}
