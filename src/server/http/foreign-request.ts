import { createHash, timingSafeEqual } from 'node:crypto'
import { HttpRefusal } from './http-refusal.ts'
import type { RequestHead } from './request-head.ts'

/** Refuses a POST or PUT that does not come from a page of this server: another origin, a form, or no token of the session. */
export function refuseForeignPost({ headers }: RequestHead, token: string): void {
  refuseForeignOrigin({ headers })
  const sent = headers['x-fitout-token']
  if (typeof sent !== 'string' || !isSameSecret(sent, token))
    throw foreign('the header X-Fitout-Token is missing or old: load the page again')
}

/** Refuses what a browser says comes from another origin. */
export function refuseForeignOrigin({ headers }: Pick<RequestHead, 'headers'>): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw foreign('it comes from another site')
  const { origin, host = '' } = headers
  if (origin !== undefined && URL.parse(origin)?.host !== host) throw foreign('it comes from another origin')
}

/** Compares in a time that says nothing of where the texts differ. */
function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function foreign(cause: string): HttpRefusal {
  return new HttpRefusal('ForeignRequest', `cannot take this request: ${cause}`)
}
