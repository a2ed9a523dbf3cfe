import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { SendResult } from '../../controller/world/notification-sink.ts'
import { USER_AGENT } from '../request/user-agent.ts'

/** One message and its way. */
export interface Post {
  readonly url: URL
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/**
 * Posts JSON and gives the status of the answer, or in one word why there is none.
 *
 * Of the answer nothing but its status is read: it may be endless, or hold what was sent. No redirect is followed and no
 * proxy of the environment is used, and certificates are checked whatever the environment says.
 */
export async function post({ url, body, headers, signal }: Post): Promise<number | string> {
  return new Promise(resolve => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      // A connection of its own: messages are few, and a receiver that moved is found again.
      agent: false,
      signal,
      rejectUnauthorized: true,
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': USER_AGENT,
        ...headers,
      },
    })
    request.on('response', response => {
      resolve(response.statusCode ?? 0)
      request.destroy()
    })
    // A receiver that wants another protocol has nothing to say to us.
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve('UPGRADE')
    })
    // Stays, as an error that nobody listens to ends the process.
    request.on('error', error => resolve(codeOf(error)))
    request.end(body)
  })
}

// The words of an error may hold what was sent, or what came back.
function codeOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^\w+$/.test(code) ? code : 'UNKNOWN'
}

/** What an answer means, other than that it has come. */
export function deliveryOf(answer: number | string): SendResult {
  if (typeof answer === 'string') return { kind: 'failed', reason: `it cannot be reached: ${answer}` }
  if (answer >= 200 && answer < 300) return { kind: 'delivered' }
  const reason = `it responds with status ${answer}`
  // Not the fault of the moment: it does not understand what it is sent.
  return { kind: [400, 413, 422].includes(answer) ? 'refused' : 'failed', reason }
}
