import { createContext, useContext } from 'react'
import type { AllowedAction, MeResponse } from '../../server/api/me-response.ts'

/** Who looks at the console, and what the server lets this person do; undefined until the server has said it. */
export const SessionContext = createContext<MeResponse | undefined>(undefined)

/** Who one is here. */
export function useSession(): MeResponse | undefined {
  return useContext(SessionContext)
}

/** Whether something may be done, and why not. */
export function useAction(action: AllowedAction['action']): AllowedAction {
  const session = useSession()
  const found = session?.actions.find(one => one.action === action)
  return found ?? { action, isAllowed: false, reason: 'the server does not offer it' }
}
