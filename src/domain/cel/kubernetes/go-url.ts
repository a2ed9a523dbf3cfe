import { decodeUtf8Loosely, encodeUtf8 } from '../../bytes/utf8.ts'
import { parseIpAddress } from './ip-address.ts'

/** The parts of a URL as Go sees them. */
export interface GoUrl {
  readonly scheme: string
  /** With the port, if there is one. */
  readonly host: string
  /** As it is sent: what may not stand in a path is escaped. */
  readonly escapedPath: string
  readonly rawQuery: string
  /** The whole, for comparison. */
  readonly text: string
}

/** Longer URLs are refused: no server takes them. */
const MAX_LENGTH = 100_000

const hostCharacters = /^(?:[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"\u0080-\uffff]|%25|%[89a-fA-F][0-9a-fA-F])*$/
const userInfo = /^(?:[A-Za-z0-9\-._:~!$&'()*+,;=@]|%[0-9a-fA-F]{2})*$/
const encodedPath = /^[A-Za-z0-9\-_.~!$&'()*+,;=:@/[\]%]*$/
const plainInPath = /[A-Za-z0-9\-_.~$&+,/:;=@]/
const brokenEscape = /%(?![0-9a-fA-F]{2})/

/** Whether a text is a URL for a request: absolute, or a path from the root. */
export function isRequestUrl(raw: string): boolean {
  return raw !== '' && parse(raw, true) !== undefined
}

/** Reads a URL for a request; undefined when it is none. A fragment is cut off, and must be well escaped. */
export function parseGoUrl(raw: string): GoUrl | undefined {
  if (!isRequestUrl(raw)) return undefined
  const hash = raw.indexOf('#')
  if (hash < 0) return parse(raw, false)
  const fragment = raw.slice(hash + 1)
  const url = brokenEscape.test(fragment) ? undefined : parse(raw.slice(0, hash), false)
  return url && { ...url, text: `${url.text}#${fragment}` }
}

function parse(raw: string, isRequest: boolean): GoUrl | undefined {
  if (raw.length > MAX_LENGTH || hasControlCharacter(raw) || raw.startsWith(':')) return undefined
  if (raw === '*') return { scheme: '', host: '', escapedPath: '*', rawQuery: '', text: '*' }
  const [, named = '', afterScheme = raw] = /^([A-Za-z][A-Za-z0-9+\-.]*):([\s\S]*)$/.exec(raw) ?? []
  const scheme = named.toLowerCase()
  const question = afterScheme.indexOf('?')
  const rest = question < 0 ? afterScheme : afterScheme.slice(0, question)
  const rawQuery = question < 0 ? '' : afterScheme.slice(question + 1)
  const base = { scheme, rawQuery, text: `${scheme}:${afterScheme}` }
  // A path that does not begin at the root is opaque: mailto:someone.
  if (!rest.startsWith('/')) return scheme === '' ? undefined : { ...base, host: '', escapedPath: '' }

  const hasAuthority = (scheme !== '' || (!isRequest && !rest.startsWith('///'))) && rest.startsWith('//')
  const slash = rest.indexOf('/', 2)
  const pathStart = slash < 0 ? rest.length : slash
  const host = hasAuthority ? hostOf(scheme, rest.slice(2, pathStart)) : ''
  const escapedPath = escapePath(hasAuthority ? rest.slice(pathStart) : rest)
  return host === undefined || escapedPath === undefined ? undefined : { ...base, host, escapedPath }
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20 || unit === 0x7f) return true
  }
  return false
}

function hostOf(scheme: string, authority: string): string | undefined {
  const at = authority.lastIndexOf('@')
  const isUser = at < 0 || userInfo.test(authority.slice(0, at))
  const host = authority.slice(at + 1)
  if (!isUser) return undefined
  const bracket = host.lastIndexOf('[')
  if (bracket > 0) return undefined
  return bracket === 0 ? literalHost(host) : namedHost(scheme, host)
}

// [::1]:80. A zone may follow behind %25.
function literalHost(host: string): string | undefined {
  const close = host.lastIndexOf(']')
  const name = host.slice(1, close)
  const zone = name.indexOf('%25')
  const address = parseIpAddress(zone < 0 ? name : name.slice(0, zone))
  const isZone = zone < 0 || (zone + 3 < name.length && isPlain(name.slice(zone)))
  if (close < 0 || address?.family !== 6 || !isZone || !isOptionalPort(host.slice(close + 1)))
    return undefined
  return `[${unescape(name)}]${host.slice(close + 1)}`
}

// Escapes aside, a zone is made of what a name is made of.
function isPlain(zone: string): boolean {
  return hostCharacters.test(zone.replace(/%[0-9a-fA-F]{2}/g, ''))
}

function namedHost(scheme: string, host: string): string | undefined {
  // Some databases list several hosts with ports; on the web there is one.
  const isWeb = scheme === 'http' || scheme === 'https'
  const colon = isWeb ? host.indexOf(':') : host.lastIndexOf(':')
  const isHost = hostCharacters.test(host) && (colon < 0 || isOptionalPort(host.slice(colon)))
  return isHost ? unescape(host) : undefined
}

/** Whether a text is nothing, or a colon and digits. */
function isOptionalPort(text: string): boolean {
  return text === '' || /^:[0-9]*$/.test(text)
}

/** The name and the port of a host. */
export function splitHostPort(host: string): { readonly name: string; readonly port: string } {
  const colon = host.lastIndexOf(':')
  const hasPort = colon >= 0 && isOptionalPort(host.slice(colon))
  const name = hasPort ? host.slice(0, colon) : host
  const isLiteral = name.startsWith('[') && name.endsWith(']')
  return { name: isLiteral ? name.slice(1, -1) : name, port: hasPort ? host.slice(colon + 1) : '' }
}

/** The values of a query by name; pairs that are not well escaped, or hold a semicolon, are left out. */
export function parseUrlQuery(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';') || brokenEscape.test(pair)) continue
    const equals = pair.indexOf('=')
    const [key, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
    const name = unescape(key.replaceAll('+', ' '))
    values.set(name, [...(values.get(name) ?? []), unescape(value.replaceAll('+', ' '))])
  }
  return values
}

// What is a valid encoding stays; what is not is decoded and encoded again.
function escapePath(path: string): string | undefined {
  if (brokenEscape.test(path)) return undefined
  if (encodedPath.test(path)) return path
  let escaped = ''
  for (const byte of unescapeBytes(path)) {
    const char = String.fromCharCode(byte)
    escaped += plainInPath.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return escaped
}

function unescape(text: string): string {
  return text.includes('%') ? decodeUtf8Loosely(unescapeBytes(text)) : text
}

function unescapeBytes(text: string): Uint8Array {
  const bytes: number[] = []
  const source = encodeUtf8(text)
  for (let index = 0; index < source.length; index++) {
    const byte = source[index] ?? 0
    const isEscape = byte === 0x25
    bytes.push(
      isEscape
        ? Number.parseInt(String.fromCharCode(source[index + 1] ?? 0, source[index + 2] ?? 0), 16)
        : byte,
    )
    if (isEscape) index += 2
  }
  return Uint8Array.from(bytes)
}
