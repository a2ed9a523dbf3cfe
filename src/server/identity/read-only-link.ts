import { ApiError } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'
import { guardWrites } from '../../engine/api/guard-writes.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import type { Link } from '../../fleet/link/link.ts'

const RETRY_S = 10

/**
 * The same link for a server: every write fails before it is sent, to the management cluster and to each workload cluster,
 * and a call that cannot be done is an answer.
 */
export function readOnlyLink(link: Link): Link {
  return {
    ...link,
    refusal: message => new HttpRefusal('NotReady', message, { retryAfter: RETRY_S }),
    management: readOnly(link.management),
    workloads: {
      connect: (access, memory) => {
        const connection = link.workloads.connect(access, memory)
        return { ...connection, api: readOnly(connection.api) }
      },
    },
  }
}

function readOnly(api: Api): Api {
  return guardWrites(api, call => {
    throw new ApiError('Forbidden', { call, detail: 'the console does not write to clusters' })
  })
}
