import { ApiError } from '../../engine/api/api-error.ts'
import { GrowingBuffer } from '../answer/growing-buffer.ts'
import { type JsonFields, parseJsonObject } from '../answer/parse-json.ts'
import { readRetryAfter, readStatusBody } from '../answer/read-status.ts'
import { statusError } from '../answer/status-error.ts'
import type { OpenCall, Transport } from '../transport/transport.ts'
import type { Incoming, WireRequest } from '../transport/wire.ts'
import { USER_AGENT } from './user-agent.ts'

/** One question to an API server. */
export interface ServerRequest {
  readonly call: string
  readonly method: WireRequest['method']
  readonly path: string
  readonly accept?: string | undefined
  readonly contentType?: string
  readonly body?: object
  readonly isWatch?: boolean
  readonly deadlineMs: number
  readonly signal?: AbortSignal | undefined
  /** Whether the server's words about it may hold what nobody shall read. */
  readonly isSecret?: boolean
  /** Fewer bytes than any answer may have. */
  readonly maxBytes?: number
}

const JSON_TYPE = 'application/json'
const SUCCESS = new Set([200, 201, 202])
// Enough for a Status with its causes; what a login page says is not read to its end.
const MAX_REFUSAL_BYTES = 1024 * 1024
/** So much of every answer may be read at once; more only of one at a time. */
const SMALL_ANSWER_BYTES = 256 * 1024

/** Asks and returns the JSON object that is the answer, or throws an ApiError. */
export async function requestJson(transport: Transport, question: ServerRequest): Promise<JsonFields> {
  const open = await openResponse(transport, question)
  try {
    const { maxBytes = transport.limits.answerBytes } = question
    const answer = parseJsonObject(await readBody(transport, open, maxBytes))
    if (!answer) throw new ApiError('BadAnswer', { call: question.call, status: open.incoming.status })
    return answer
  } catch (error) {
    throw open.guard.errorFor(error)
  } finally {
    open.guard.end()
  }
}

/** Asks for anything and returns status and text of the answer, whatever they are. For `/readyz`. */
export async function askText(
  transport: Transport,
  question: ServerRequest,
): Promise<{ readonly status: number; readonly text: string }> {
  const open = await transport.open(callOf(question))
  try {
    const body = await readBody(transport, open, MAX_REFUSAL_BYTES)
    return { status: open.incoming.status, text: body.toString('utf8') }
  } catch (error) {
    throw open.guard.errorFor(error)
  } finally {
    open.guard.end()
  }
}

/** Asks and returns the answer as it comes in, once its head says that it is JSON; throws an ApiError if not. */
export async function openResponse(transport: Transport, question: ServerRequest): Promise<OpenCall> {
  const open = await transport.open(callOf(question))
  try {
    if (!SUCCESS.has(open.incoming.status)) throw await refusal(transport, open, question)
    if (!isPlainJson(open.incoming)) {
      throw new ApiError('BadAnswer', { call: question.call, status: open.incoming.status })
    }
    return open
  } catch (error) {
    open.guard.end()
    throw open.guard.errorFor(error)
  }
}

function callOf({ body, contentType = JSON_TYPE, accept = JSON_TYPE, ...question }: ServerRequest) {
  return {
    ...question,
    isWatch: question.isWatch ?? false,
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    headers: {
      accept,
      // Asked for by name: what is compressed has no size that could be checked ahead.
      'accept-encoding': 'identity',
      'user-agent': USER_AGENT,
      ...(body === undefined ? {} : { 'content-type': contentType }),
    },
  }
}

async function refusal(transport: Transport, open: OpenCall, question: ServerRequest): Promise<ApiError> {
  const { call, isSecret = false } = question
  const { status: httpStatus, headers } = open.incoming
  const refused = { call, httpStatus, isSecret, retryAfterSeconds: readRetryAfter(headers['retry-after']) }
  // Not worth reading, and nothing that it says is followed.
  if (httpStatus < 400)
    return httpStatus >= 300 ? statusError({ ...refused, status: undefined }) : badAnswer(question, open)
  const body = await readRefusal(transport, open)
  const isUnknownPath =
    mediaType(open.incoming) === 'text/plain' && body.toString('latin1').startsWith('404 page not found')
  const status = isPlainJson(open.incoming) ? readStatusBody(body) : undefined
  return statusError({ ...refused, status, isUnknownPath })
}

function badAnswer({ call }: ServerRequest, { incoming }: OpenCall): ApiError {
  return new ApiError('BadAnswer', { call, status: incoming.status })
}

// The status alone says most of it: a body that is too long or broken off changes nothing.
async function readRefusal(transport: Transport, open: OpenCall): Promise<Buffer> {
  try {
    return await readBody(transport, open, MAX_REFUSAL_BYTES)
  } catch {
    return Buffer.alloc(0)
  }
}

async function readBody(
  transport: Transport,
  { incoming, guard }: OpenCall,
  maxBytes: number,
): Promise<Buffer> {
  const tooLarge = () => new ApiError('TooLarge', { call: guard.call, status: incoming.status })
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const body = new GrowingBuffer()
  let endTurn: (() => void) | undefined
  guard.progress(transport.limits.idleMs)
  try {
    for await (const chunk of incoming.body) {
      transport.received(chunk)
      const length = body.length + chunk.length
      if (length > maxBytes || !guard.hold(length)) throw tooLarge()
      body.append(chunk)
      if (!endTurn && length > SMALL_ANSWER_BYTES) {
        guard.rest()
        endTurn = await transport.largeAnswers.wait(guard)
      }
      guard.progress(transport.limits.idleMs)
    }
    return body.take()
  } finally {
    endTurn?.()
  }
}

function isPlainJson(incoming: Incoming): boolean {
  const encoding = incoming.headers['content-encoding'] ?? 'identity'
  return mediaType(incoming) === JSON_TYPE && encoding === 'identity'
}

function mediaType({ headers }: Incoming): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  return type.trim().toLowerCase()
}
