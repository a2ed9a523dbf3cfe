import { patternProblem, tooLong } from './name-problem.ts'

const label = {
  pattern: '[a-z0-9]([-a-z0-9]*[a-z0-9])?',
  rule: "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
}
const subdomain = {
  pattern: `${label.pattern}(\\.${label.pattern})*`,
  rule: "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
}
const MAX_LABEL_BYTES = 63
const MAX_SUBDOMAIN_BYTES = 253

/** Says what keeps `value` from being a DNS-1123 label (the name of a namespace), in the words of Kubernetes. */
export function dns1123LabelProblems(value: string): readonly string[] {
  const problems = tooLong(value, MAX_LABEL_BYTES, 'characters')
  if (isDns1123Label(value)) return problems
  if (isDns1123Subdomain(value)) return [...problems, 'must not contain dots']
  return [...problems, patternProblem(label, ['my-name', '123-abc'])]
}

/** Says what keeps `value` from being a DNS-1123 subdomain (the name of most objects), in the words of Kubernetes. */
export function dns1123SubdomainProblems(value: string): readonly string[] {
  return subdomainProblems(value, 'characters')
}

/** Says what keeps `value` from being the part of a label key before the slash. */
export function labelPrefixProblems(value: string): readonly string[] {
  return subdomainProblems(value, 'bytes')
}

function subdomainProblems(value: string, unit: 'bytes' | 'characters'): readonly string[] {
  const problems = tooLong(value, MAX_SUBDOMAIN_BYTES, unit)
  if (isDns1123Subdomain(value)) return problems
  return [...problems, patternProblem(subdomain, ['example.com'])]
}

// Two linear looks instead of one pattern that has to go back and forth: names come from anywhere and in any length.
function isDns1123Label(value: string): boolean {
  return value !== '' && !/[^-a-z0-9]/.test(value) && !value.startsWith('-') && !value.endsWith('-')
}

function isDns1123Subdomain(value: string): boolean {
  return value !== '' && !/[^-.a-z0-9]|^[-.]|[-.]$|\.[-.]|-\./.test(value)
}
