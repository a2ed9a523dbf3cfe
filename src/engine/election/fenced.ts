import type { Api } from '../api/api.ts'
import { type Leadership, LeadershipLostError } from './leadership.ts'

/**
 * The API for a leader: every write asks first whether it may.
 *
 * Put it directly around the API. Under a rate limiter: time passes there, and with it the leadership.
 */
export function fenced(api: Api, leadership: Leadership): Api {
  function check(verb: string, what: { readonly kind: string }, name: string): void {
    if (!leadership.mayWrite()) throw new LeadershipLostError(`${verb} ${what.kind} ${name}`)
  }

  return {
    ...api,
    async create(resource, object, call) {
      check('create', resource, object.metadata.name)
      return await api.create(resource, object, call)
    },
    async apply(resource, object, call) {
      check('apply', resource, object.metadata.name)
      return await api.apply(resource, object, call)
    },
    async update(resource, object, call) {
      check('update', resource, object.metadata.name)
      return await api.update(resource, object, call)
    },
    async delete(ref, call) {
      check('delete', ref.resource, ref.name)
      await api.delete(ref, call)
    },
  }
}
