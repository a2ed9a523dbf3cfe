import { current, failed, type HealthResult, inProgress } from '../health.ts'
import type { Condition } from '../read-conditions.ts'
import type { Subject } from '../subject.ts'

/** A CustomResourceDefinition is current when it is established. The first condition in the list that decides, decides. */
export function crdHealth({ conditions }: Subject): HealthResult {
  for (const condition of conditions) {
    const verdict = verdictOf(condition)
    if (verdict) return verdict
  }
  return inProgress('Installing', 'Install in progress')
}

function verdictOf({ type, status, reason, message }: Condition): HealthResult | undefined {
  const isRefused = type === 'NamesAccepted' && status === 'False'
  const isBroken = type === 'Established' && status === 'False' && reason !== 'Installing'
  if (isRefused || isBroken) return failed(reason, message)
  return type === 'Established' && status === 'True' ? current('CRD is established') : undefined
}
