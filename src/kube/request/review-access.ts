import { ApiError } from '../../engine/api/api-error.ts'
import type { AccessQuestion, ReviewedUser } from '../../engine/api/access-review.ts'
import type { Call } from '../../engine/api/api.ts'
import { isJsonFields } from '../answer/parse-json.ts'
import type { Transport } from '../transport/transport.ts'
import { requestJson } from './send-request.ts'

const PATH = '/apis/authorization.k8s.io/v1/subjectaccessreviews'
const MOST_BYTES = 1024 * 1024
/** The API server itself adds it to everybody who logs in. */
const EVERYBODY = 'system:authenticated'

/** Asks the API server whether a user may read something. Anything but a clear yes is a no. */
export async function reviewAccess(
  transport: Transport,
  { user, question }: { readonly user: ReviewedUser; readonly question: AccessQuestion },
  { signal, timeoutMs = transport.limits.callMs }: Call = {},
): Promise<boolean> {
  // Without a name only the groups would count: that is somebody else.
  if (user.name === '') throw new TypeError('cannot review the access of a user without a name')
  const { verb, resource, namespace, name } = question
  const call = `review access to ${resource.plural}`
  const { kind, status } = await requestJson(transport, {
    call,
    method: 'POST',
    path: PATH,
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: {
        user: user.name,
        groups: [...user.groups, EVERYBODY],
        resourceAttributes: { verb, group: resource.group, resource: resource.plural, namespace, name },
      },
    },
    deadlineMs: timeoutMs,
    signal,
    maxBytes: MOST_BYTES,
  })
  if (kind !== 'SubjectAccessReview' || !isJsonFields(status)) throw new ApiError('BadAnswer', { call })
  return status['allowed'] === true && status['denied'] !== true
}
