import type { Hold } from '../../domain/plan/cluster-facts.ts'
import { hold } from '../../domain/plan/holds.ts'
import { ApiError, hasCode } from '../../engine/api/api-error.ts'
import { callProblem } from '../management/call-problem.ts'

/** What a gate that could not be written is held by; undefined for what is no answer to this write. */
export function gateHoldOf(error: unknown): Hold | undefined {
  const words = refusalIn(error)
  if (words !== undefined) return hold('GateRefused', `API server rejects the label of the gate: ${words}`)
  const problem = problemIn(error)
  if (problem === undefined) return undefined
  return hold('GateNotWritten', `Label of the gate could not be written: ${problem}`)
}

/** What a hand-over that could not be written is held by; undefined for what is no answer to this write. */
export function handOverHoldOf(error: unknown): Hold | undefined {
  const words = refusalIn(error)
  if (words !== undefined) return hold('HandOverRefused', `API server rejects the hand-over: ${words}`)
  const problem = problemIn(error)
  if (problem === undefined) return undefined
  return hold('HandOverNotWritten', `Hand-over could not be written: ${problem}`)
}

function refusalIn(error: unknown): string | undefined {
  if (hasCode(error, 'Forbidden')) return callProblem(error)
  return hasCode(error, 'Denied', 'Invalid') ? (error.detail ?? 'no reason was given') : undefined
}

// A conflict says nothing about the write itself: the decision is made again.
function problemIn(error: unknown): string | undefined {
  return error instanceof ApiError && error.code !== 'Conflict' ? callProblem(error) : undefined
}
