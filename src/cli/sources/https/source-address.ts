import { SourceReadError } from '../source-read-error.ts'

/** An https address to fetch. */
export interface SourceAddress {
  readonly url: URL
  /** The address as messages show it. Without its query, in which some servers expect a token. */
  readonly path: string
  /** The digest that the user wants, in lower case hex. */
  readonly sha256?: string
}

/** Whether a word is an address, of whatever scheme, and not a path. */
export function isAddress(word: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(word)
}

/** Reads `https://…`, or `https://…#sha256=<digest>`, and refuses all other addresses. */
export function parseAddress(word: string): SourceAddress {
  const url = URL.parse(word)
  if (!url) {
    // Where the address ends nobody knows, and so neither where a password in it does.
    const path = word.includes('@') ? 'a URL' : withoutQuery(word)
    throw new SourceReadError('BAD_ADDRESS', path, { cause: 'it is not a valid URL', verb: 'fetch' })
  }

  const path = shownUrl(url)
  if (url.protocol !== 'https:') {
    throw new SourceReadError('NOT_HTTPS', path, { cause: 'only https is supported', verb: 'fetch' })
  }
  if (url.username || url.password) {
    const cause = 'it contains a user or password; download it, and give the file'
    throw new SourceReadError('CREDENTIALS_IN_ADDRESS', path, { cause, verb: 'fetch' })
  }
  return { url, path, ...wantedDigest(url, path) }
}

/** An address as messages show it: no user, no password, no query, no digest. */
export function shownUrl({ protocol, host, pathname, search }: URL): string {
  return `${protocol}//${host}${pathname}${search ? '?…' : ''}`
}

function wantedDigest(url: URL, path: string): { sha256?: string } {
  if (url.hash === '') return {}
  const sha256 = /^#sha256=([0-9a-f]{64})$/i.exec(url.hash)?.[1]
  if (sha256) return { sha256: sha256.toLowerCase() }
  const cause = 'what follows # must be sha256= and 64 hex digits'
  throw new SourceReadError('BAD_DIGEST', path, { cause, verb: 'fetch' })
}

function withoutQuery(word: string): string {
  return word.split(/[?#]/, 1)[0] ?? ''
}
