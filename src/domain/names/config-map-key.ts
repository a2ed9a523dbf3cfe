import { patternProblem, tooLong } from './name-problem.ts'

const key = {
  pattern: '[-._a-zA-Z0-9]+',
  rule: "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
}

const MAX_KEY_BYTES = 253

/** Says what keeps `value` from being a key of a ConfigMap or Secret, in the words of Kubernetes. */
export function configMapKeyProblems(value: string): readonly string[] {
  const isWellFormed = value !== '' && !/[^-._a-zA-Z0-9]/.test(value)
  return [
    ...tooLong(value, MAX_KEY_BYTES, 'characters'),
    ...(isWellFormed ? [] : [patternProblem(key, ['key.name', 'KEY_NAME', 'key-name'])]),
    ...pathProblems(value),
  ]
}

// Keys become file names in a volume.
function pathProblems(value: string): readonly string[] {
  if (value === '.' || value === '..') return [`must not be '${value}'`]
  return value.startsWith('..') ? ["must not start with '..'"] : []
}
