/** A field of a `valuesFrom` entry that the API server refuses. */
export interface ReferenceViolation {
  /** The field; empty for the entry as a whole. */
  readonly field: string
  readonly code:
    | 'NOT_AN_OBJECT'
    | 'REQUIRED'
    | 'WRONG_TYPE'
    | 'NOT_ALLOWED'
    | 'TOO_SHORT'
    | 'TOO_LONG'
    | 'PATTERN'
  readonly message: string
}

interface FieldRule {
  readonly type: 'string' | 'boolean'
  readonly required?: boolean
  readonly oneOf?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: RegExp
  readonly patternWords?: string
}

// The schema of helm.toolkit.fluxcd.io/v2, spec.valuesFrom[].
const rules: Readonly<Record<string, FieldRule>> = {
  kind: { type: 'string', required: true, oneOf: ['Secret', 'ConfigMap'] },
  name: { type: 'string', required: true, minLength: 1, maxLength: 253 },
  valuesKey: {
    type: 'string',
    maxLength: 253,
    pattern: /^[-._a-zA-Z0-9]+$/,
    patternWords: 'letters, digits, ".", "-" and "_"',
  },
  targetPath: {
    type: 'string',
    maxLength: 250,
    pattern: /^([a-zA-Z0-9_\-.\\/]|\[[0-9]{1,5}\])+$/,
    patternWords: String.raw`letters, digits, "_", "-", ".", "/", "\" and indexes such as [0]`,
  },
  optional: { type: 'boolean' },
  literal: { type: 'boolean' },
}

/** Checks one entry of `valuesFrom` against the schema of the HelmRelease; no violation means it is accepted. */
export function validateValuesReference(reference: unknown): readonly ReferenceViolation[] {
  if (typeof reference !== 'object' || reference === null || Array.isArray(reference)) {
    return [{ field: '', code: 'NOT_AN_OBJECT', message: 'must be an object' }]
  }
  const fields = new Map<string, unknown>(Object.entries(reference))
  return Object.entries(rules).flatMap(([field, rule]) => {
    const found = fields.has(field) ? broken(fields.get(field), rule) : missing(rule)
    return found ? [{ field, ...found }] : []
  })
}

/** What the API server says to a targetPath; undefined if it accepts it. */
export function targetPathViolation(path: string): ReferenceViolation | undefined {
  const found = path !== '' && rules['targetPath'] ? broken(path, rules['targetPath']) : undefined
  return found && { field: 'targetPath', ...found }
}

type Broken = Omit<ReferenceViolation, 'field'>

function missing(rule: FieldRule): Broken | undefined {
  return rule.required ? { code: 'REQUIRED', message: 'is required' } : undefined
}

function broken(value: unknown, rule: FieldRule): Broken | undefined {
  if (typeof value !== rule.type) return { code: 'WRONG_TYPE', message: `must be a ${rule.type}` }
  return typeof value === 'string' ? brokenText(value, rule) : undefined
}

function brokenText(
  text: string,
  { oneOf, minLength = 0, maxLength = Infinity, pattern, patternWords }: FieldRule,
): Broken | undefined {
  if (oneOf && !oneOf.includes(text)) return { code: 'NOT_ALLOWED', message: `must be ${oneOf.join(' or ')}` }
  if (text.length < minLength) return { code: 'TOO_SHORT', message: 'must not be empty' }
  if (isLonger(text, maxLength))
    return { code: 'TOO_LONG', message: `must have at most ${maxLength} characters` }
  if (pattern?.test(text) === false)
    return { code: 'PATTERN', message: `must not be empty and may only have ${patternWords}` }
  return undefined
}

// The schema counts characters, not bytes or UTF-16 units.
function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && (text.length > 2 * maxLength || Array.from(text).length > maxLength)
}
