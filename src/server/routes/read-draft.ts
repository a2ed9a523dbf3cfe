import { isFields } from '../../domain/object/fields.ts'
import type { ClusterDraft } from '../../scaffold/draft/draft-files.ts'
import type { DraftOpenRequest } from '../api/draft-response.ts'
import { HttpRefusal } from '../http/http-refusal.ts'

const MOST_NAME = 253
const MOST_TITLE = 200

/** Reads a draft that was sent, or throws an HttpRefusal. Whether it is any good, its checks say. */
export function readDraft(body: unknown): ClusterDraft {
  const [environment, className, text] = ['environment', 'className', 'text'].map(name => textOf(body, name))
  if (environment === undefined || className === undefined || text === undefined)
    throw refused('it must have environment, className and text')
  if (environment.length > MOST_NAME || className.length > MOST_NAME) throw refused('its names are too long')
  return { environment, className, text }
}

/** Reads what is to be proposed, or throws an HttpRefusal. */
export function readDraftOpen(body: unknown): DraftOpenRequest {
  const kind = textOf(body, 'kind')
  if (kind === 'revert') {
    const change = textOf(body, 'change') ?? ''
    if (!/^\d{1,9}$/.test(change)) throw refused('change must be the number of a merge request')
    return { kind, change }
  }
  if (kind !== 'cluster') throw refused('kind must be cluster or revert')
  const title = textOf(body, 'title')?.trim() ?? ''
  if (title === '' || title.length > MOST_TITLE || /\p{Cc}/u.test(title))
    throw refused(`title must be one line of at most ${MOST_TITLE} characters`)
  return { kind, title, draft: readDraft(isFields(body) ? body['draft'] : undefined) }
}

function textOf(body: unknown, name: string): string | undefined {
  const value = isFields(body) ? body[name] : undefined
  return typeof value === 'string' ? value : undefined
}

function refused(cause: string): HttpRefusal {
  return new HttpRefusal('BadRequest', `cannot read the draft: ${cause}`)
}
