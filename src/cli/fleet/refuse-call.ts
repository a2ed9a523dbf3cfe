import type { CallAdvice } from '../../fleet/link/link.ts'
import { Refusal } from '../command/refusal.ts'

/** How a command says that a call of the management cluster cannot be done. */
export function refuseCall(message: string, advice: CallAdvice): Refusal {
  return new Refusal(message, { ...advice, exitCode: 4 })
}
