import { dns1123SubdomainProblems } from '../names/dns-name.ts'
import type { VALUE_FORMATS } from './schema/hand-over-schema.ts'

/** What a handed-over value may be required to look like. */
export type ValueFormat = (typeof VALUE_FORMATS)[number]

interface FormatRule {
  readonly isRight: (value: string) => boolean
  readonly rule: string
}

const rules: Readonly<Record<ValueFormat, FormatRule>> = {
  arn: {
    isRight: value => /^arn:[-a-z]+:[-a-z0-9]+:[-a-z0-9]*:(\d{12}|aws)?:[^\s\p{Cc}]+$/u.test(value),
    rule: 'must be an ARN, such as arn:aws:iam::123456789012:role/karpenter',
  },
  boolean: { isRight: value => value === 'true' || value === 'false', rule: 'must be true or false' },
  cidr: { isRight: isCidr, rule: 'must be an IPv4 network, such as 10.0.0.0/16' },
  hostname: {
    isRight: value => dns1123SubdomainProblems(value).length === 0,
    rule: 'must be a host name, such as api.example.com',
  },
  integer: {
    isRight: value => /^-?(0|[1-9]\d{0,17})$/.test(value),
    rule: 'must be an integer, such as 3',
  },
  json: { isRight: isJson, rule: 'must be JSON' },
  url: {
    isRight: value =>
      /^https?:\/\/(\[[0-9a-fA-F:.]+\]|[-.A-Za-z0-9]+)(:\d{1,5})?([/?#][^\s\p{Cc}]*)?$/u.test(value),
    rule: 'must be a URL, such as https://api.example.com:6443',
  },
}

/** Says what a value must look like if it does not. The value itself is never in the answer: it may be secret. */
export function valueFormatProblem(format: ValueFormat, value: string): string | undefined {
  const { isRight, rule } = rules[format]
  return isRight(value) ? undefined : rule
}

function isCidr(value: string): boolean {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(value)
  if (!match) return false
  const [a, b, c, d, prefix] = match.slice(1).map(Number)
  return [a, b, c, d].every(part => part !== undefined && part <= 255) && prefix !== undefined && prefix <= 32
}

function isJson(value: string): boolean {
  if (depthOf(value) > MAX_JSON_DEPTH) return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

// A million brackets take a second to parse, and no output of Terraform is a hundred deep.
const MAX_JSON_DEPTH = 100

/** How deep brackets stand inside each other; those in texts count too, which only refuses what is odd. */
function depthOf(value: string): number {
  let [depth, deepest] = [0, 0]
  for (let index = 0; index < value.length; index++) {
    const char = value.charAt(index)
    if (char === '[' || char === '{') deepest = Math.max(deepest, ++depth)
    else if (char === ']' || char === '}') depth--
  }
  return deepest
}
