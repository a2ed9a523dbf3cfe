import type { IncomingMessage } from 'node:http'
import { HttpRefusal } from './http-refusal.ts'

/** A draft of a large cluster has tens of kilobytes. */
const MOST_BYTES = 1024 * 1024

/** Reads the JSON of a request, or throws an HttpRefusal. Nothing is parsed that is too large. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/json')
    throw new HttpRefusal('BadRequest', 'the body must be application/json')
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) throw tooLarge()
  const text = await textOf(request)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new HttpRefusal('BadRequest', 'the body is not JSON')
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function tooLarge(): HttpRefusal {
  return new HttpRefusal('TooLarge', `the body has more than ${MOST_BYTES} bytes`)
}
