import { hideSecrets } from './hide-secrets.ts'

const MAX_MESSAGE = 200
const MAX_LINE = 4 * MAX_MESSAGE

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
  { pattern: timestamps, by: '(time)' },
  { pattern: measured, by: '(duration)' },
  { pattern: temporary, by: '/tmp' },
] as const

// Most messages hold nothing of the kind, and this finds out in one go.
const ticks = /\d-\d\d|kustomization-\d|\.\d{3}/

/** Makes what an object says of itself fit for a status: one line, not long, without times and without secrets. */
export function quoteMessage(text: string): string {
  const line = cleanLine(text, MAX_LINE)
  // Of a word that was cut nobody can tell any more what it is.
  let words = hideSecrets(line.length < MAX_LINE ? line : line.replace(/\S{16,}$/, '…'))
  if (!ticks.test(words)) return cutText(words, MAX_MESSAGE)
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
