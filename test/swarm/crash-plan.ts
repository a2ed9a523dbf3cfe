import type { CallFacts, FaultPlan } from '../../src/simulator/faults/fault-plan.ts'

/** How the controller dies at a write, and what the next one meets. */
export const variants = ['before', 'after', 'stale', 'twice'] as const

type Variant = (typeof variants)[number]

/** One write of a story, and how the controller dies at it. */
export interface CrashPoint {
  readonly story: string
  /** Its number among the writes of the first controller, from 1. */
  readonly write: number
  readonly variant: Variant
}

/** Dies at a write: before it, or after it and before its answer; with `twice`, the next one dies at its first write, too. */
export function crashPlan(
  { write, variant }: Pick<CrashPoint, 'write' | 'variant'>,
  onCrash: () => void,
): FaultPlan {
  const isPoint = (call: CallFacts): boolean =>
    call.server === 'management' &&
    ((call.actor === 'fitout-1' && call.write === write) ||
      (variant === 'twice' && call.actor === 'fitout-2' && call.write === 1))
  return {
    onCall: call => {
      if (!isPoint(call)) return undefined
      if (call.actor === 'fitout-1') onCrash()
      return { kind: 'crash', at: variant === 'before' ? 'before' : 'after' }
    },
    onDeliver: () => undefined,
  }
}
