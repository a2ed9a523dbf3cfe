import { byteLength } from '../bytes/byte-length.ts'

/** A rule about names: as a pattern, and in words. */
export interface NamePattern {
  readonly pattern: string
  readonly rule: string
}

/** Words a rule that was broken as Kubernetes does: rule, examples, pattern. */
export function patternProblem({ pattern, rule }: NamePattern, examples: readonly string[]): string {
  const quoted = examples.map(example => `'${example}', `).join(' or ')
  return `${rule} (e.g. ${quoted}regex used for validation is '${pattern}')`
}

/** The length counts bytes in both wordings; which word is used depends on the part of Kubernetes that speaks. */
export function tooLong(value: string, limit: number, unit: 'bytes' | 'characters'): readonly string[] {
  return byteLength(value) > limit ? [`must be no more than ${limit} ${unit}`] : []
}
