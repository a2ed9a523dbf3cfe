/** Finds something secret, and what to show in its place: what is shown still tells what was there. */
interface Secret {
  readonly pattern: RegExp
  readonly by: string | ((...found: readonly string[]) => string)
}

// What continues after a colon in plain words is what a server says about a token, and not the token.
const prose: ReadonlySet<string> = new Set(
  `a access accessdenied all an and any api are at authentication authorization bad be but by cannot code connection
  connect context could couldn't credentials delete denied dial did does doesn't eof error expected expired failed failure
  field file forbidden found from get got had has have head http i/o if illegal in incorrect internal invalid is it its
  key lookup malformed may missing must need needs no none not null of on only open operation or patch path permission
  post put read refused request required response retrieving rpc secret secrets server service serviceaccount
  serviceaccounts should signature so something stat status string stream such that the there this timeout tls to too
  token tokens unable unauthorized unexpected unknown unsupported user value was were what which while with x509 you
  your <nil>`.split(/\s+/),
)

const place = /^\/(?:app|data|etc|home|mnt|opt|root|run|srv|tmp|usr|var)\//
const httpStatus = /^[1-5]\d\d$/

function isProse(word: string): boolean {
  const plain = word.replaceAll(/^["'(]+|["'),.:;]+$/g, '')
  return (
    prose.has(plain.toLowerCase()) || !/[a-z0-9]/i.test(plain) || httpStatus.test(plain) || place.test(plain)
  )
}

// A name that ends so has a secret as its value: DB_PASSWORD, spec.apiKey, X-Amz-Security-Token.
const named = String.raw`(?:passw(?:or)?d|passphrase|token|api[-_]?key|access[-_]?key|client[-_]?secret|private[-_]?key)`
const assigned = String.raw`(?:secret[-_]?key|signature|credential|account[-_]?key|\bsig|\bpwd)`
// Up to the next of several assignments without a space between them.
const unquoted = String.raw`(?:(?![,;&][\w.-]+[=:])\S)*[^\s,;.:)\]}"'&]`
const value = String.raw`"(?:[^"\\]|\\.)*"|'[^']*'|${unquoted}`

function pattern(source: string): RegExp {
  return new RegExp(source, 'gi')
}

/** Hides a value, and keeps the quotes around it. */
function hidden(text: string): string {
  const quote = /^["']/.exec(text)?.[0] ?? ''
  return `${quote}(hidden)${quote}`
}

function unlessProse(_: string, name = '', found = ''): string {
  return `${name}${isProse(found) ? found : hidden(found)}`
}

const secrets: readonly Secret[] = [
  {
    pattern: /-----BEGIN [A-Z0-9 ]{1,40}-----(?:.*?-----END [A-Z0-9 ]{1,40}-----|.*)/g,
    by: '(a key or certificate)',
  },
  { pattern: /\beyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g, by: '(a token)' },
  { pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, by: '(an access key)' },
  {
    pattern:
      /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|npm_|dckr_pat_|hvs\.|ya29\.|sk[-_]live[-_])[\w-]{16,}/g,
    by: '(a token)',
  },
  // A token by which a node joins.
  { pattern: /(?<![\w.-])[a-z0-9]{6}\.(?=[a-z]*\d)[a-z0-9]{16}(?![\w./-])/g, by: '(a token)' },
  {
    pattern: pattern(
      String.raw`\b(authorization["']?\s?[:=]\s?\[?["']?(?:(?:aws4-hmac-sha256|basic|bearer|digest|negotiate|token)\s+)?)([^\s"',;]+)`,
    ),
    by: unlessProse,
  },
  { pattern: /\b((?:set-)?cookie:\s?)\S+/gi, by: '$1(hidden)' },
  { pattern: /("auth"\s?:\s?)"[^"]*"/g, by: '$1"(hidden)"' },
  // Any word can come after these two; a credential has a digit in it, or is of mixed case.
  {
    pattern: /\b(bearer|basic) ([\w.~+/-]{8,}=*)/gi,
    by: (whole, scheme = '', found = '') =>
      /\d|[a-z][A-Z]|=$/.test(found) && !isProse(found) ? `${scheme} (hidden)` : whole,
  },
  {
    pattern: /:\/\/[^\s/?#@:"'<>]*:(?!\d{1,5}(?:[/?#\s"']|$))[^\s"'<>]*@(?!sha\d{3}:)/g,
    by: '://(hidden)@',
  },
  {
    pattern: /\b([a-z][a-z0-9+.-]*):\/\/([^\s/?#@:"'<>]+)@(?!sha\d{3}:)/gi,
    by: (whole, scheme = '', user = '') =>
      scheme.toLowerCase() === 'ssh' || user === 'git' ? whole : `${scheme}://(hidden)@`,
  },
  {
    pattern: pattern(
      `(${named}[\\]"']*: (?:invalid|unsupported|duplicate) value: )("(?:[^"\\\\]|\\\\.)*"|\\S+)`,
    ),
    by: (_, name = '', found = '') => `${name}${hidden(found)}`,
  },
  { pattern: pattern(`((?:${named}|${assigned})["']?\\s?=\\s?)(${value})`), by: unlessPlace },
  { pattern: pattern(`(${named}["']?\\s?:\\s?)(${value})`), by: unlessProse },
  { pattern: pattern(`((?<![\\w-])--?[\\w-]{0,40}?${named}\\s)(?!-)(${value})`), by: unlessProse },
  { pattern: /[A-Za-z0-9+/_-]{32,}={0,2}/g, by: found => (isRandom(found) ? '(hidden)' : found) },
]

function unlessPlace(_: string, name = '', found = ''): string {
  return `${name}${place.test(found) ? found : hidden(found)}`
}

/** Returns what was made by chance, such as base64 of a key, from names, paths and digests. */
function isRandom(text: string): boolean {
  if (!/[a-z]/.test(text) || !/[A-Z]/.test(text) || !/\d/.test(text)) return false
  const parts = text.split(/[^A-Za-z0-9]+/)
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  // In words, letters of one case follow each other.
  const turns = parts.reduce((sum, part) => sum + (part.match(/[a-z]+|[A-Z]+|\d+/g)?.length ?? 1) - 1, 0)
  return size >= 28 && turns >= size * 0.3
}

// Most messages hold nothing of the kind, and this finds out in one go.
const suspicious =
  /BEGIN|eyJ|AKIA|ASIA|bearer|basic|authorization|cookie|"auth"|:\/\/|passw|passphrase|token|key|secret|signature|credential|sig|pwd|gh[pousr]_|github_pat|glpat-|xox|npm_|dckr_|hvs\.|ya29|sk[-_]live|[A-Za-z0-9+/_-]{32}|[a-z0-9]{6}\.[a-z0-9]{16}/i

/** Hides what only looks so if it is secret. Names of Secrets and of their keys are none. `line` has no line breaks. */
export function hideSecrets(line: string): string {
  if (!suspicious.test(line)) return line
  let words = line
  for (const { pattern: found, by } of secrets) {
    words = typeof by === 'string' ? words.replaceAll(found, by) : words.replaceAll(found, by)
  }
  return words
}
