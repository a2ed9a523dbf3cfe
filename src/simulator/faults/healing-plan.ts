import type { FaultPlan } from './fault-plan.ts'

/** A plan that can be ended: from then on nothing goes wrong. */
export interface HealingPlan extends FaultPlan {
  readonly heal: () => void
  /** How many faults there were. */
  readonly count: () => number
}

/** Follows a plan until it is healed. */
export function healingPlan(plan: FaultPlan): HealingPlan {
  let isHealed = false
  let count = 0
  const counted = <Fault>(fault: Fault | undefined): Fault | undefined => {
    if (fault !== undefined) count += 1
    return fault
  }
  return {
    onCall: call => (isHealed ? undefined : counted(plan.onCall(call))),
    onDeliver: (call, event) => (isHealed ? undefined : counted(plan.onDeliver(call, event))),
    heal: () => void (isHealed = true),
    count: () => count,
  }
}
