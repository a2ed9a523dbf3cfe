import type { IncomingHttpHeaders } from 'node:http'
import { HttpRefusal } from './http-refusal.ts'

/** A request without its body. */
export interface RequestHead {
  readonly method: string
  /** Decoded, without the slashes between them: none is empty, `.` or `..`, or has a slash in it. */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** The address that the connection comes from. */
  readonly address: string
}

const MOST_CHARACTERS = 4_096

/** What Node's parser gives of a request. */
export interface RawRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Reads method, path and query of a request, or throws an HttpRefusal. */
export function readRequestHead({ method = '', url = '', headers, socket }: RawRequest): RequestHead {
  if (url.length > MOST_CHARACTERS)
    throw new HttpRefusal('TooLarge', `the address is longer than ${MOST_CHARACTERS} characters`)
  const [path = '', ...rest] = url.split('?')
  // Not `//host/path` either: some would read another host in it.
  if (!path.startsWith('/') || path.startsWith('//')) throw badAddress()
  const segments = path === '/' ? [] : path.slice(1).split('/').map(decodedSegment)
  const address = socket.remoteAddress ?? ''
  return { method, segments, query: new URLSearchParams(rest.join('?')), headers, address }
}

function decodedSegment(segment: string): string {
  const decoded = decodeOnce(segment)
  const isOdd = decoded === '' || decoded === '.' || decoded === '..' || /[/\\\p{Cc}]/u.test(decoded)
  if (isOdd) throw badAddress()
  return decoded
}

function decodeOnce(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw badAddress()
  }
}

function badAddress(): HttpRefusal {
  return new HttpRefusal('BadRequest', 'this is not an address of the console')
}
