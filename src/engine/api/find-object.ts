import { hasCode } from './api-error.ts'
import type { Api, Call, ObjectRef } from './api.ts'
import type { KubeObject } from './kube-object.ts'

/** An object, or undefined if it is not there. Any other failure is thrown. */
export async function findObject(
  api: Pick<Api, 'get'>,
  ref: ObjectRef,
  call?: Call,
): Promise<KubeObject | undefined> {
  try {
    return await api.get(ref, call)
  } catch (error) {
    if (hasCode(error, 'NotFound')) return undefined
    throw error
  }
}
