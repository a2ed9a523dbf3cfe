/** A cookie of the console. The prefix makes browsers refuse it from plain http, from other hosts and for parts of the site. */
export type CookieName = '__Host-fitout' | '__Host-fitout-login'

const MOST_COOKIE_TEXT = 16_384

/** Reads one cookie of a request. Undefined when it is absent, or sent twice: then nobody knows which one is ours. */
export function readCookie(header: string | undefined, name: CookieName): string | undefined {
  if (header === undefined || header.length > MOST_COOKIE_TEXT) return undefined
  const found = header
    .split(';')
    .map(part => part.trim())
    .filter(part => part.startsWith(`${name}=`))
    .map(part => part.slice(name.length + 1))
  return found.length === 1 && found[0] !== '' ? found[0] : undefined
}

interface CookieLife {
  readonly seconds: number
  /** `Lax` only where the login provider sends the browser back; everything else begins on a page of our own. */
  readonly sameSite: 'Lax' | 'Strict'
}

/** Writes the header that sets a cookie. The value is base64url, so nothing in it needs quotes. */
export function writeCookie(name: CookieName, value: string, { seconds, sameSite }: CookieLife): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=${sameSite}`
}

/** Writes the header that removes a cookie. */
export function removeCookie(name: CookieName): string {
  return `${name}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict`
}
