const MAX_MESSAGE = 200

// Colours and other commands to a terminal, whole; then all that is no visible character or would turn the text around.
const terminalCommands = /\p{Cc}\[[0-9;?]*[ -/]*[@-~]/gu
const invisible = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu

// A time would make a new message of the same fact.
const timestamps = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?/g

// So would how long something took, to the nanosecond.
const measured = /\b(?:\d+[hm]){0,2}\d+\.\d{3,9}(?:ms|s)\b/g

// So would the folder in which a controller of Flux has just unpacked something.
const temporary = /(?:\/[\w.-]+){1,20}\/kustomization-\d+/g

const ticking = [
  { pattern: timestamps, by: '(a time)' },
  { pattern: measured, by: '(a while)' },
  { pattern: temporary, by: '/tmp' },
] as const

/** Things that only look like this if they are secret. What they are replaced by still tells what was there. */
const secrets: readonly { readonly pattern: RegExp; readonly by: string }[] = [
  { pattern: /-----BEGIN [A-Z ]{1,40}-----.*/g, by: '(a key or certificate)' },
  { pattern: /\beyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g, by: '(a token)' },
  { pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, by: '(an access key)' },
  { pattern: /\b(bearer|basic) [\w.~+/=-]{8,}/gi, by: '$1 (hidden)' },
  { pattern: /:\/\/[^\s/@]{1,200}@/g, by: '://(hidden)@' },
  {
    pattern:
      /\b(passw(?:or)?d|passphrase|token|api[-_]?key|access[-_]?key|client[-_]?secret)(["']?\s?[:=]\s?)[^\s,;]+/gi,
    by: '$1$2(hidden)',
  },
]

// Most messages hold nothing of the kind, and this finds out in one go.
const suspicious =
  /BEGIN|eyJ|AKIA|ASIA|bearer|basic|:\/\/|passw|passphrase|token|key|client|\d-\d\d|kustomization-\d|\.\d{3}/i

/** Makes what an object says of itself fit for a status: one line, not long, without times and without secrets. */
export function quoteMessage(text: string): string {
  let words = cleanLine(text, MAX_MESSAGE * 4)
  if (!suspicious.test(words)) return cutText(words, MAX_MESSAGE)
  for (const { pattern, by } of secrets) words = words.replaceAll(pattern, by)
  for (const { pattern, by } of ticking) words = words.replaceAll(pattern, by)
  return cutText(words, MAX_MESSAGE)
}

/** Makes one line of visible characters of a text, at most `limit` UTF-16 units long. */
export function cleanLine(text: string, limit: number): string {
  // Cut ahead of all else: what is too long is not worth the work.
  const short = text.length > limit * 4 ? text.slice(0, limit * 4) : text
  // Most texts are plain, and are done here.
  if (/^[!-~]+(?: [!-~]+)*$/.test(short)) return cutText(short, limit)
  return cutText(short.replaceAll(terminalCommands, '').replaceAll(invisible, ' ').trim(), limit)
}

/** Cuts a text so that it has at most `limit` UTF-16 units, and shows that it did. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const last = text.charCodeAt(limit - 2)
  const isHalf = last >= 0xd800 && last < 0xdc00
  return `${text.slice(0, isHalf ? limit - 2 : limit - 1)}…`
}
