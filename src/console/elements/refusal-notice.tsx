import type { ReactNode } from 'react'
import type { RequestError } from '../data/api-client.ts'
import { useSession } from '../data/session.ts'
import { PageLink } from '../routing/page-link.tsx'
import { clusterPath } from '../routing/routes.ts'
import { Notice } from './notice.tsx'

interface RefusalProps {
  /** What could not be done: `list clusters`. */
  readonly what: string
  readonly error: RequestError | undefined
  /** Whether the page shows what it knew before. */
  readonly isShort?: boolean
  /** Whether it stands for a whole page. */
  readonly isPage?: boolean
}

/** What could not be done, why, and what one can do. It is tried again by itself. */
export function RefusalNotice({ what, error, isShort = false, isPage = false }: RefusalProps): ReactNode {
  if (error === undefined) return null
  const session = useSession()
  const hasLogin = session === undefined ? !isOnLoopback() : session.mode === 'login'
  const isGone = error.code === 'NotFound'
  const sentence = isGone ? error.message : `Cannot ${what}: ${error.message}`
  return (
    <div className={isShort ? '' : 'refusal'}>
      {isPage ? <h1 className="visually-hidden">Cannot {what}</h1> : null}
      <Notice tone={isGone ? 'quiet' : 'failed'}>
        <p>{sentence}</p>
        {isShort ? <p>Showing what was read before. Trying again.</p> : null}
        {error.code === 'NotLoggedIn' && hasLogin ? (
          <p>
            <a href={`/auth/login?next=${encodeURIComponent(location.pathname + location.search)}`}>Log in</a>
          </p>
        ) : null}
        {!isShort && !isGone && error.code !== 'NotLoggedIn' ? (
          <p>Trying again. The command line may still work: fitout status</p>
        ) : null}
        {error.near.length === 0 ? null : (
          <p>
            Did you mean{' '}
            {error.near.map((id, index) => (
              <span key={id}>
                {index === 0 ? '' : ', '}
                <PageLink to={clusterPath(id)}>{id}</PageLink>
              </span>
            ))}
            ?
          </p>
        )}
      </Notice>
    </div>
  )
}

// `fitout console` and the demo listen on loopback, and have no login: one opens the address that they printed.
function isOnLoopback(): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(location.hostname)
}
