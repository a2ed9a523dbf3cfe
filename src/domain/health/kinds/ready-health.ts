import { current, type HealthResult, inProgress } from '../health.ts'
import type { Subject } from '../subject.ts'

const known: ReadonlySet<string> = new Set(['True', 'False', 'Unknown'])

/** Judges a kind without a rule of its own by its Ready condition. Without one it counts as current. */
export function readyHealth({ conditions }: Subject): HealthResult {
  const ready = conditions.find(({ type, status }) => type === 'Ready' && known.has(status))
  if (!ready) return current('Resource is current')
  return ready.status === 'True' ? current('Resource is Ready') : inProgress(ready.reason, ready.message)
}
