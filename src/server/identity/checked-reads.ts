import { ApiError } from '../../engine/api/api-error.ts'
import type { Api, Selection } from '../../engine/api/api.ts'
import { callName } from '../../kube/request/call-name.ts'
import type { AccessQuestion } from '../../engine/api/access-review.ts'

/** Whether the user of a session may read something. */
export type MayRead = (question: AccessQuestion) => Promise<boolean>

/**
 * Reads with Fitout's own connection what a user may read, and nothing else: Kubernetes is asked before each call.
 *
 * What Fitout itself may not read stays hidden from everybody, and nothing in here writes.
 */
export function checkedReads(api: Api, mayRead: MayRead): Api {
  async function check(question: AccessQuestion, call: string): Promise<void> {
    if (!(await mayRead(question))) throw new ApiError('Forbidden', { call })
  }
  const checkSelection = async (verb: 'list' | 'watch', { resource, namespace, ...rest }: Selection) =>
    check({ verb, resource, namespace }, callName(verb, { resource, namespace, ...rest }))

  return {
    get: async (ref, call) => {
      const { resource, namespace, name } = ref
      await check({ verb: 'get', resource, namespace, name }, callName('get', ref))
      return api.get(ref, call)
    },
    list: async (selection, call) => {
      await checkSelection('list', selection)
      return api.list(selection, call)
    },
    async *watch(selection, version, call) {
      await checkSelection('watch', selection)
      yield* api.watch(selection, version, call)
    },
    discover: async (apiVersion, call) => api.discover(apiVersion, call),
    isReady: async call => api.isReady(call),
    version: async call => api.version(call),
    apply: refuseWrite,
    create: refuseWrite,
    delete: refuseWrite,
    update: refuseWrite,
  }
}

async function refuseWrite(): Promise<never> {
  throw new ApiError('Forbidden', { call: 'write', detail: 'the console does not write to clusters' })
}
