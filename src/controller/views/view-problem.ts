import type { MessageSource, ReadError } from '../../domain/api/schema/cluster-fitout-schema.ts'
import { type Reason } from '../../domain/plan/reason.ts'
import { KubeconfigError } from '../../domain/kubeconfig/kubeconfig-error.ts'
import { ApiError, type ApiErrorCode } from '../../engine/api/api-error.ts'
import { readErrorOf } from '../management/call-problem.ts'

/** Why a workload cluster cannot be read, in words that stay the same as long as it is so. */
export interface ViewProblem {
  readonly reason: Reason
  readonly message: string
  /** The Secret that could not be read, if it is that. */
  readonly source?: MessageSource
  /** Why a call failed; undefined if it is no call that failed. */
  readonly readError?: ReadError
  /** Where it was tried, `host:port`, if the kubeconfig says so. */
  readonly address?: string
}

const byCode: Readonly<Partial<Record<ApiErrorCode, ViewProblem>>> = {
  Unauthorized: {
    reason: 'KubeconfigRefused',
    message: 'API server rejects the credentials of the kubeconfig',
  },
  Forbidden: {
    reason: 'ClusterNotReadable',
    message: 'Fitout is not allowed to read the objects of the proof',
  },
  NotTrusted: {
    reason: 'CertificateNotTrusted',
    message: 'Certificate of the API server is not trusted by the kubeconfig',
  },
  Unreachable: { reason: 'ClusterUnreachable', message: 'API server cannot be reached' },
  Timeout: { reason: 'ClusterUnreachable', message: 'API server does not respond in time' },
  Cancelled: { reason: 'ClusterUnreachable', message: 'API server does not respond in time' },
  TooManyRequests: { reason: 'ClusterNotReadable', message: 'API server is throttling requests (429)' },
  ServerError: { reason: 'ClusterNotReadable', message: 'API server responds with an internal error (5xx)' },
  TooLarge: {
    reason: 'ClusterTooLarge',
    message: 'API server sends more data than Fitout keeps for one cluster',
  },
  Redirected: { reason: 'ClusterNotReadable', message: 'API server responds with a redirect' },
  BadAnswer: { reason: 'ClusterNotReadable', message: 'The response is not from an API server' },
}

/** Names what went wrong. Only errors of calls and of kubeconfigs are expected; others are bugs and thrown again. */
export function viewProblem(error: unknown): ViewProblem {
  if (error instanceof KubeconfigError) {
    return { reason: 'KubeconfigMalformed', message: `Kubeconfig cannot be used: ${error.reason}` }
  }
  if (!(error instanceof ApiError)) throw error
  const problem = byCode[error.code] ?? { reason: 'ClusterNotReadable', message: 'API server cannot be read' }
  return { ...problem, readError: readErrorOf(error) }
}
