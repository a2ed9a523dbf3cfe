import { ApiError } from '../../engine/api/api-error.ts'
import type { WatchEvent } from '../../engine/api/api.ts'
import { parseJsonObject } from './parse-json.ts'
import { type WantedKind, makeLight, readHead, readObject } from './read-object.ts'
import { readStatus } from './read-status.ts'
import { statusError } from './status-error.ts'

/** Reads one line of a watch, or throws an ApiError: `Gone` when the server has forgotten where we were. */
export function readWatchEvent(line: Buffer, want: WantedKind, call: string): WatchEvent {
  const { type, object } = parseJsonObject(line) ?? {}
  if (type === 'ERROR') throw watchError(object, want, call)
  const read = type === 'BOOKMARK' ? readBookmark(object, want) : readChange(type, object, want)
  if (!read) throw new ApiError('BadAnswer', { call })
  return read
}

function readBookmark(object: unknown, want: WantedKind): WatchEvent | undefined {
  const resourceVersion = readHead(object, want)?.metadata.resourceVersion ?? ''
  return resourceVersion === '' ? undefined : { type: 'BOOKMARK', resourceVersion }
}

function readChange(type: unknown, object: unknown, want: WantedKind): WatchEvent | undefined {
  if (type !== 'ADDED' && type !== 'MODIFIED' && type !== 'DELETED') return undefined
  makeLight(object, want)
  const changed = readObject(object, want)
  return changed && { type, object: changed }
}

function watchError(object: unknown, { resource }: WantedKind, call: string): ApiError {
  const status = readStatus(object)
  if (!status) return new ApiError('BadAnswer', { call })
  return statusError({ call, httpStatus: status.code, status, isSecret: resource.kind === 'Secret' })
}
