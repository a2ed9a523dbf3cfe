import { type ReactNode, useState } from 'react'
import { RequestError } from '../data/api-client.ts'
import { giveForgeToken } from '../data/propose.ts'
import { useSession } from '../data/session.ts'
import { Field } from './field.tsx'

interface ForgeTokenProps {
  /** Whether the Git host has refused the token that there is. */
  readonly isRefused?: boolean
  readonly onGiven?: () => void
}

/** Takes the user's own token for the Git host, where the server asks for one. */
export function ForgeToken({ isRefused = false, onGiven }: ForgeTokenProps): ReactNode {
  const session = useSession()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const forge = session?.forge
  if (session === undefined || forge?.takesToken !== true || (forge.hasToken && !isRefused)) return null
  const give = async () => {
    try {
      await giveForgeToken(typed, session.token)
      setTyped('')
      setProblem(undefined)
      onGiven?.()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setProblem(`Cannot use this token: ${error.message}`)
    }
  }
  return (
    <form
      className="forge-token"
      onSubmit={event => {
        event.preventDefault()
        if (typed !== '') void give()
      }}
    >
      <Field
        label={`Your access token for ${forge.name}`}
        help="Branches and merge requests are made with it, as you. The server keeps it until you log out; this page does not keep it."
        problem={problem}
      >
        {wiring => (
          <span className="row">
            <input
              {...wiring}
              className="input"
              type="password"
              autoComplete="off"
              value={typed}
              onChange={event => setTyped(event.target.value)}
            />
            <button type="submit" className="button" aria-disabled={typed === ''}>
              Use this token
            </button>
          </span>
        )}
      </Field>
    </form>
  )
}
