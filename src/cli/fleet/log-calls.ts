import { ApiError } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'
import type { Clock } from '../../engine/clock.ts'
import type { connect } from '../../kube/connect.ts'
import { callName } from '../../kube/request/call-name.ts'

/** Prepares the way to a server. */
export type Connect = typeof connect

/** Who is told of calls. */
export interface CallLogger {
  readonly clock: Pick<Clock, 'elapsed'>
  readonly say: (line: string) => void
}

/** The same way to servers, with a line for each call: of whom what was asked, how long that took, and how it failed. */
export function loggedConnect(way: Connect, telling: CallLogger): Connect {
  return (config, memory) => {
    const connection = way(config, memory)
    return { ...connection, api: tellCalls(connection.api, new URL(config.server).host, telling) }
  }
}

function tellCalls(api: Api, server: string, { clock, say }: CallLogger): Api {
  const tell = async <T>(what: string, call: () => Promise<T>): Promise<T> => {
    const startedMs = clock.elapsed()
    const line = () => `${server}: ${what}, ${Math.round(clock.elapsed() - startedMs)}ms`
    try {
      const answer = await call()
      say(line())
      return answer
    } catch (error) {
      // Only the code: what a server says may hold anything.
      say(`${line()}: ${error instanceof ApiError ? error.code : 'failed'}`)
      throw error
    }
  }
  return {
    get: (ref, call) => tell(callName('get', ref), () => api.get(ref, call)),
    list: (selection, call) => tell(callName('list', selection), () => api.list(selection, call)),
    watch: (selection, version, call) => {
      say(`${server}: ${callName('watch', selection)}`)
      return api.watch(selection, version, call)
    },
    create: (resource, object, call) =>
      tell(callName('create', { resource, ...object.metadata }), () => api.create(resource, object, call)),
    apply: (resource, object, call) =>
      tell(callName('apply', { resource, ...object.metadata }), () => api.apply(resource, object, call)),
    update: (resource, object, call) =>
      tell(callName('update', { resource, ...object.metadata }), () => api.update(resource, object, call)),
    delete: (ref, call) => tell(callName('delete', ref), () => api.delete(ref, call)),
    discover: (apiVersion, call) => tell(`list kinds of ${apiVersion}`, () => api.discover(apiVersion, call)),
    isReady: call => tell('get readyz', () => api.isReady(call)),
    version: call => tell('get version', () => api.version(call)),
  }
}
