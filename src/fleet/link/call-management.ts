import { shellWord } from '../../domain/explain/show/shell-word.ts'
import { ApiError, type ApiErrorCode } from '../../engine/api/api-error.ts'
import type { Link } from './link.ts'

/** What was managementCall of the management cluster, in the words of its errors. */
export interface ManagementCall {
  /** `list clusters`, `annotate Cluster prod/blue`. */
  readonly what: string
  /** What one must be allowed to: `patch clusters`. */
  readonly right: string
  /** Undefined for all namespaces. */
  readonly namespace?: string | undefined
}

const words: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  Unauthorized: 'the server does not accept your credentials (HTTP 401); log in again',
  Timeout: 'no response in time; raise --request-timeout',
  NotServed: 'the server does not serve this kind; are Cluster API and Fitout installed?',
  NotFound: 'it does not exist',
  Conflict: 'another client changed it in the meantime',
  TooManyRequests: 'the server is throttling requests (HTTP 429)',
}

/** Answers that no API server gives: something else is at its address. */
const strange: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  BadAnswer: 'the response is not from an API server',
  Redirected: 'the server answered with a redirect, which is not followed',
  ServerError: 'the server failed',
}

/** Does a call, and refuses in plain words if it cannot be done. */
export async function callManagement<T>(
  link: Link,
  managementCall: ManagementCall,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ApiError) throw await refusalOf(link, managementCall, error)
    throw error
  }
}

async function refusalOf(link: Link, managementCall: ManagementCall, error: ApiError): Promise<Error> {
  const { what, right, namespace } = managementCall
  const kubectl = `kubectl --context ${shellWord(link.context)}`
  if (error.code === 'Forbidden') {
    const where = namespace === undefined ? 'in all namespaces' : `in namespace "${namespace}"`
    const scope = namespace === undefined ? '--all-namespaces' : `--namespace ${shellWord(namespace)}`
    return link.refusal(`cannot ${what}: you are not allowed to ${right} ${where}`, {
      fix: 'request this permission; docs/guides/operations.md lists what each command needs',
      hint: `${kubectl} auth can-i ${right} ${scope}`,
    })
  }
  return link.refusal(`cannot ${what}: context "${link.context}": ${await causeOf(link, error)}`, {
    hint: `${kubectl} ${checks[error.code] ?? 'version'}`,
  })
}

const checks: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  NotServed: 'api-resources --api-group=fitout.dev',
  Unauthorized: 'auth whoami',
}

async function causeOf(link: Link, error: ApiError): Promise<string> {
  const { code, status, detail } = error
  if (code === 'Unreachable') return `${await link.whyUnreachable()}: ${link.address}`
  if (code === 'NotTrusted') return `${await link.whyNotTrusted()}: ${link.address}`
  const odd = strange[code]
  if (odd !== undefined)
    return `${odd}${status === undefined ? '' : ` (HTTP ${status})`}${between(code, link)}`
  return words[code] ?? detail ?? `the server responds with ${code}`
}

function between(code: ApiErrorCode, { address }: Link): string {
  return code === 'ServerError' ? '' : `: is a login page or a proxy in front of ${address}?`
}
