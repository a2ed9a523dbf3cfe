import { ApiError } from '../../src/engine/api/api-error.ts'
import type { WatchEvent } from '../../src/engine/api/api.ts'

/** The kind that the tests ask for. */
export const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' } as const

/** A pod as a server sends it, with other fields where given. */
export function aPod(fields: object = {}) {
  const metadata = { name: 'web', namespace: 'prod', uid: 'u1', resourceVersion: '7' }
  return { apiVersion: 'v1', kind: 'Pod', metadata, ...fields }
}

/** The pod that the tests ask for. */
export const web = { resource: pods, namespace: 'prod', name: 'web' }

/** A page of a list as a server sends it. */
export function aList(items: readonly unknown[], metadata: object = { resourceVersion: '9' }) {
  return { apiVersion: 'v1', kind: 'PodList', metadata, items }
}

/** A failure as a server tells it. */
export function aStatus(code: number, reason: string, more: object = {}) {
  return { apiVersion: 'v1', kind: 'Status', status: 'Failure', code, reason, ...more }
}

/** The error of a call that must fail with one; undefined when it does not fail. */
export async function errorOf(promise: Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await promise
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** What a watch says, and how it ends: `end`, or the code of its error. `onEvent` is called after each event. */
export async function gather(events: AsyncIterable<WatchEvent>, onEvent?: () => void): Promise<unknown[]> {
  const seen: unknown[] = []
  try {
    for await (const event of events) {
      seen.push(event.type === 'BOOKMARK' ? event : event.type)
      onEvent?.()
    }
    return [...seen, 'end']
  } catch (error) {
    return [...seen, error instanceof ApiError ? error.code : error]
  }
}
