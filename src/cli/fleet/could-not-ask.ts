import { shellWord } from '../../domain/explain/show/shell-word.ts'
import { ApiError, type ApiErrorCode } from '../../engine/api/api-error.ts'
import { Refusal } from '../refusal.ts'
import type { Link } from './link.ts'

/** What was asked of the management cluster, in the words of its errors. */
export interface Asked {
  /** `list clusters`, `annotate Cluster prod/blue`. */
  readonly what: string
  /** What one must be allowed to: `patch clusters`. */
  readonly right: string
  /** Undefined for all namespaces. */
  readonly namespace?: string | undefined
}

const words: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  Unauthorized: 'the server refuses your credentials',
  Timeout: 'no answer in time',
  NotTrusted: 'its certificate is not trusted',
  NotServed: 'the server does not know this kind; is Cluster API there, and Fitout installed?',
  NotFound: 'it does not exist',
  Conflict: 'somebody else changed it meanwhile',
  TooManyRequests: 'the server is throttling requests (429)',
}

/** Does a call, and refuses in plain words with exit code 4 if it cannot be done. */
export async function ask<T>(link: Link, asked: Asked, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ApiError) throw await refusalOf(link, asked, error)
    throw error
  }
}

async function refusalOf(link: Link, asked: Asked, error: ApiError): Promise<Refusal> {
  const { what, right, namespace } = asked
  const { context, address } = link
  if (error.code === 'Forbidden') {
    const where = namespace === undefined ? 'in all namespaces' : `in namespace "${namespace}"`
    return new Refusal(`cannot ${what}: you may not ${right} ${where}`, { exitCode: 4 })
  }
  const isAway = error.code === 'Unreachable'
  const check = error.code === 'NotServed' ? 'api-resources --api-group=fitout.dev' : 'version'
  const cause = isAway ? `${await link.whyUnreachable()}: ${address}` : (words[error.code] ?? wordsOf(error))
  return new Refusal(`cannot ${what}: context "${context}": ${cause}`, {
    exitCode: 4,
    hint: `fitout status --snapshot fleet.json, or check: kubectl --context ${shellWord(context)} ${check}`,
  })
}

function wordsOf({ code, detail }: ApiError): string {
  return detail === undefined ? `the server answers ${code}` : detail
}
