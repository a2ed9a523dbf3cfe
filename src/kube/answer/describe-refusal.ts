import { cleanText } from './clean-text.ts'
import type { KubeStatus, StatusCause } from './read-status.ts'

const MAX_CAUSES = 3
// The API server puts one of these ahead of what a webhook or a policy says.
const ADMISSION = /admission webhook "[^"]{1,253}" denied the request|ValidatingAdmissionPolicy '[^']{1,253}'/
// What the API server's own admission refuses. RBAC refuses in the same words, but names a user first.
const FORBIDDEN = /is forbidden: (?!user )/i
// The kind of fault, the value, and what it should have been.
const WITH_VALUE =
  /^((?:Invalid|Unsupported|Duplicate) value|Not found|Too many): (?:"(?:[^"\\]|\\.)*"|[^:"]*)(?:: |$)/s

/** The words of an admission webhook or policy; undefined when it was none that refused. */
export function admissionWords({ message, code, reason }: KubeStatus): string | undefined {
  const admission = ADMISSION.exec(message)
  if (admission) return cleanText(message.slice(admission.index))
  const forbidden = code === 403 && reason === 'Forbidden' ? FORBIDDEN.exec(message) : null
  return forbidden ? cleanText(message.slice(forbidden.index + forbidden[0].length)) : undefined
}

/** The webhook that an API server could not call, by its name alone; "" when it was none. */
export function failedWebhook({ message }: KubeStatus): string {
  return /failed calling webhook "[-.a-z0-9]{1,253}"/.exec(message)?.[0] ?? ''
}

/** Who refused, by name alone: a quota, a policy or a webhook. Its other words may hold what nobody shall read. */
export function refuserIn(words: string): string {
  const quota = /exceeded quota: [-.a-z0-9]{1,253}/.exec(words)
  return quota?.[0] ?? ADMISSION.exec(words)?.[0] ?? ''
}

/** What is wrong with an object that the server found invalid; without its values, which may be secrets. */
export function invalidWords({ causes, message }: KubeStatus): string {
  if (causes.length === 0) return cleanText(withoutQuotes(message))
  const words = causes.slice(0, MAX_CAUSES).map(describeCause)
  return cleanText([...words, ...(causes.length > MAX_CAUSES ? ['…'] : [])].join('; '))
}

function describeCause({ field, message, reason }: StatusCause): string {
  const words = withoutQuotes(message.replace(WITH_VALUE, '$1: ')).replace(/: $/, '')
  return [field, words === '' ? reason : words].filter(Boolean).join(': ')
}

// One that does not end continues to the end of the text: it may have been cut.
function withoutQuotes(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)/gs, '"…"')
}

/** Whose fields an apply would take, and which: names alone, no values. "" when it was no conflict of managers. */
export function conflictWords({ causes }: KubeStatus): string {
  const conflicts = causes.filter(({ reason }) => reason === 'FieldManagerConflict')
  const words = conflicts.slice(0, MAX_CAUSES).map(({ message, field }) => `${message}: ${field}`)
  return cleanText([...words, ...(conflicts.length > MAX_CAUSES ? ['…'] : [])].join('; '))
}
