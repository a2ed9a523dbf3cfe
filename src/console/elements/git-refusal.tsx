import type { ReactNode } from 'react'
import type { RequestError } from '../data/api-client.ts'
import { useSession } from '../data/session.ts'
import { Notice } from './notice.tsx'

interface GitRefusalProps {
  /** `open the merge request`. */
  readonly what: string
  readonly error: RequestError
}

/** Why a change did not get into Git, what is there already, and what one can do. Nothing that was typed is lost. */
export function GitRefusal({ what, error }: GitRefusalProps): ReactNode {
  const session = useSession()
  const { git, code, message, retryAfterMs } = error
  const status = git?.status === undefined ? '' : ` (status ${git.status})`
  return (
    <Notice tone="failed">
      <p>
        Cannot {what}: {message}
        {status}
      </p>
      {git?.fix === undefined ? null : <p>Fix: {git.fix}</p>}
      {git !== undefined && code === 'GitHost' ? <p>{afterRefusal(git.isBranchMade)}</p> : null}
      {code === 'Unreachable' || code === 'Timeout' ? (
        <p>It may be open already. Try again: an open merge request is found, and nothing is made twice.</p>
      ) : null}
      {retryAfterMs === undefined ? null : <p>Try again in {Math.ceil(retryAfterMs / 1_000)} s.</p>}
      {code === 'NotLoggedIn' && session?.mode === 'login' ? (
        <p>
          Your draft is kept in this browser.{' '}
          <a href={`/auth/login?next=${encodeURIComponent(location.pathname + location.search)}`}>
            Log in again
          </a>
        </p>
      ) : null}
    </Notice>
  )
}

function afterRefusal(isBranchMade: boolean): string {
  return isBranchMade
    ? 'The branch is made, the merge request is not. Trying again goes on from there.'
    : 'Nothing was written. Trying again is safe.'
}
