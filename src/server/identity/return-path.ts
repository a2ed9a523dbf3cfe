const HOME = '/'
const MOST_LENGTH = 2048
/** Only to see whether a path stays on one host; it is never called. */
const BASE = 'https://console.invalid'

/**
 * Where to go after the login: a page of the console, or its first page for everything else.
 *
 * `//host`, `/\host`, a scheme, control characters and what only looks like a path until it is decoded lead elsewhere.
 */
export function returnPath(asked: string | null | undefined): string {
  if (!asked || asked.length > MOST_LENGTH) return HOME
  if (!asked.startsWith('/') || /^\/[/\\]/.test(asked) || /[\\\p{Cc}]/u.test(asked)) return HOME
  const url = URL.parse(asked, BASE)
  if (url?.origin !== BASE) return HOME
  const path = `${url.pathname}${url.search}${url.hash}`
  // Once more: `/./` and `/x/..` vanish, and leave two slashes at the beginning.
  if (path.startsWith('//')) return HOME
  // A call of the server is no page, and a login that leads to a login has no end.
  return /^\/(?:api|auth)(?:\/|$|\?)/.test(path) ? HOME : path
}
