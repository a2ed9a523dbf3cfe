import type { Api } from '../api/api.ts'
import { guardWrites } from '../api/guard-writes.ts'
import { type Leadership, LeadershipLostError } from './leadership.ts'

/**
 * The API for a leader: every write asks first whether it may.
 *
 * Put it directly around the API. Under a rate limiter: time passes there, and with it the leadership.
 */
export function fenced(api: Api, leadership: Leadership): Api {
  return guardWrites(api, call => {
    if (!leadership.mayWrite()) throw new LeadershipLostError(call)
  })
}
