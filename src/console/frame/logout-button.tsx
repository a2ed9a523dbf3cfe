import { type ReactNode, useState } from 'react'
import type { LogoutResponse } from '../../server/api/login-fault.ts'
import { postJson } from '../data/api-client.ts'
import { useAction, useSession } from '../data/session.ts'

/** Ends the session here and at the login provider; absent where there is no login. */
export function LogoutButton(): ReactNode {
  const session = useSession()
  const { isAllowed } = useAction('logOut')
  const [isFailed, setFailed] = useState(false)
  if (session === undefined || !isAllowed) return null
  const logOut = async () => {
    try {
      const { to } = await postJson<LogoutResponse>('session:end', {}, { token: session.token })
      location.assign(to)
    } catch {
      setFailed(true)
    }
  }
  return (
    <button type="button" className="button small" onClick={() => void logOut()}>
      {isFailed ? 'Log out: try again' : 'Log out'}
    </button>
  )
}
