import { isJsonFields, parseJsonObject } from './parse-json.ts'

/** One thing that is wrong with an object, as the server says it. */
export interface StatusCause {
  readonly field: string
  readonly reason: string
  readonly message: string
}

/** What a server says about a failure, as far as it is looked at. Absent words are empty. */
export interface KubeStatus {
  readonly code: number
  readonly reason: string
  readonly message: string
  /** Whether it names the object, or only says that there is nothing. */
  readonly namesObject: boolean
  readonly causes: readonly StatusCause[]
  readonly retryAfterSeconds: number | undefined
}

// Far more than is ever shown.
const MAX_CAUSES = 100
const MAX_TEXT_LENGTH = 16_384

/** Reads the body of a failure; undefined when it is not a Status. */
export function readStatusBody(body: Buffer): KubeStatus | undefined {
  return readStatus(parseJsonObject(body))
}

/** Reads a Status that is JSON already, as in a watch; undefined when it is none. */
export function readStatus(value: unknown): KubeStatus | undefined {
  if (!isJsonFields(value) || value['kind'] !== 'Status' || value['apiVersion'] !== 'v1') return undefined
  const details = isJsonFields(value['details']) ? value['details'] : {}
  const seconds = details['retryAfterSeconds']
  const causes: unknown = details['causes']
  return {
    code: typeof value['code'] === 'number' ? value['code'] : 0,
    reason: textOf(value['reason']),
    message: textOf(value['message']),
    namesObject: textOf(details['kind']) !== '' && textOf(details['name']) !== '',
    causes: Array.isArray(causes) ? causes.slice(0, MAX_CAUSES).map(readCause) : [],
    retryAfterSeconds: typeof seconds === 'number' ? clampedSeconds(seconds) : undefined,
  }
}

/** How long a server asks to stay away, from its header. */
export function readRetryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^[0-9]{1,9}$/.test(header) ? clampedSeconds(Number(header)) : undefined
}

// A server that wants to be left alone for ever is asked again all the same.
function clampedSeconds(seconds: number): number | undefined {
  return seconds > 0 ? Math.min(Math.ceil(seconds), 3600) : undefined
}

function readCause(value: unknown): StatusCause {
  const cause = isJsonFields(value) ? value : {}
  return {
    field: textOf(cause['field']),
    reason: textOf(cause['reason']),
    message: textOf(cause['message']),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : ''
}
