import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

/** A request over HTTP/1.1 or HTTP/2, and how it is answered. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly accept: string
  readonly body: () => Promise<string>
  readonly head: (status: number, contentType: string) => void
  /** Returns whether more can be written now; `drained` says when. */
  readonly write: (data: string | Buffer) => boolean
  readonly drained: () => Promise<void>
  readonly end: (data?: string) => void
  readonly isOver: () => boolean
  /** Runs when the exchange is over, by whomever. */
  readonly onClose: (run: () => void) => void
}

/** One view of both protocols. */
export function exchangeOf(
  request: Http2ServerRequest | IncomingMessage,
  response: Http2ServerResponse | ServerResponse,
): Exchange {
  const { method = '', url = '/', headers } = request
  const [path = '/', query = ''] = url.split('?', 2)
  response.on('error', () => undefined)
  request.on('error', () => undefined)
  const isOver = (): boolean => response.writableEnded || response.destroyed || !response.writable
  return {
    method,
    path,
    query: new URLSearchParams(query),
    accept: headers.accept ?? '',
    body: async () => bodyOf(request),
    head: (status, contentType) => {
      // The two have overloads that do not fit together.
      if ('stream' in response) response.writeHead(status, { 'content-type': contentType })
      else response.writeHead(status, { 'content-type': contentType }).flushHeaders()
    },
    write: data => !isOver() && ('stream' in response ? response.write(data) : response.write(data)),
    drained: async () =>
      new Promise(resolve => {
        const done = (): void => {
          response.off('drain', done)
          response.off('close', done)
          resolve()
        }
        response.on('drain', done)
        response.on('close', done)
      }),
    end: data => {
      if (!isOver() && data !== undefined) {
        if ('stream' in response) response.write(data)
        else response.write(data)
      }
      response.end()
    },
    isOver,
    onClose: run => void response.once('close', run),
  }
}

async function bodyOf(request: Http2ServerRequest | IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
