import { checkBoundedWrites, checkQuiet, type QuietTime } from './bounded-writes.ts'
import { checkGateOrder } from './gate-order.ts'
import { type History, isFitout, isWrite } from './history/line.ts'
import type { Start } from './history/world.ts'
import { checkLatch } from './latch.ts'
import { checkOneAddressee, momentsOf } from './one-addressee.ts'
import { checkOneNamespace } from './one-namespace.ts'
import { checkOwnWords } from './own-words.ts'
import { checkOwnWrites } from './own-writes.ts'
import { checkPause } from './pause.ts'
import { checkPreconditions } from './preconditions.ts'
import type { AdmissionPolicy } from './admission-policy.ts'
import { checkAdmission } from './rights/check-admission.ts'
import type { Grant } from './rights/grants.ts'
import { checkLeastPrivilege } from './rights/least-privilege.ts'
import { checkSecrets, type SecretOptions } from './secrets/check-secrets.ts'
import { checkTruthfulReady } from './truthful-ready.ts'
import { type Rule, rules, type Violation } from './violation.ts'

/** What a history is held against. What is left out is not checked, or has the strictest value. */
export interface CheckPlan {
  /** Objects that were there before the history begins. */
  readonly start?: Start
  readonly lease?: string
  /** How long after its gate opened a step may be called ready for the first time. */
  readonly settleMs?: number
  /** How long a plan that was changed may still be acted on. */
  readonly staleMs?: number
  /** How long a write that was decided before a pause may take to arrive. */
  readonly pauseGraceMs?: number
  /** How long a copied address may stay a danger. */
  readonly addresseeWithinMs?: number
  /** How many times the cost of one run is allowed. */
  readonly writeFactor?: number
  readonly quiet?: readonly QuietTime[]
  readonly secrets?: SecretOptions
  readonly grants?: readonly Grant[]
  /** A policy that must let every write of Fitout through. */
  readonly policy?: AdmissionPolicy
  /** Whether a right that is not used in this history is one too many. */
  readonly isComplete?: boolean
}

/** What came of all checks. */
export interface Report {
  readonly violations: readonly Violation[]
  /** For people: how much was looked at, and each violation in a line. */
  readonly text: string
}

/** Runs every check over a history. */
export function checkAll(history: History, plan: CheckPlan = {}): Report {
  const {
    start,
    settleMs = 0,
    staleMs = 0,
    pauseGraceMs: graceMs = 0,
    addresseeWithinMs: withinMs = 0,
  } = plan
  const from = start === undefined ? {} : { start }
  const violations = [
    ...checkPreconditions(history),
    ...checkGateOrder(history, { ...from, settleMs, staleMs }),
    ...checkLatch(history, { ...from, staleMs }),
    ...checkSecrets(history, plan.secrets ?? { canaries: [] }),
    ...checkOwnWrites(history, {
      ...from,
      staleMs,
      ...(plan.lease === undefined ? {} : { lease: plan.lease }),
    }),
    ...checkOneNamespace(history, from),
    ...checkPause(history, { ...from, graceMs }),
    ...checkOneAddressee(momentsOf(history, start), { withinMs }),
    ...checkBoundedWrites(history, { ...from, factor: plan.writeFactor ?? 1 }),
    ...checkQuiet(history, plan.quiet ?? []),
    ...checkOwnWords(history),
    ...checkTruthfulReady(history),
    ...(plan.grants
      ? checkLeastPrivilege(history, { grants: plan.grants, isComplete: plan.isComplete ?? true })
      : []),
    ...(plan.policy ? checkAdmission(history, { ...from, policy: plan.policy }) : []),
  ]
  return { violations, text: reportOf(history, violations) }
}

function reportOf(history: History, violations: readonly Violation[]): string {
  const calls = history.filter(isFitout)
  const writes = calls.filter(isWrite)
  const seen = `looked at ${history.length} lines: calls by Fitout ${calls.length}, writes ${writes.length}`
  const byRule = Map.groupBy(violations, ({ rule }) => rule)
  const found = (Object.keys(rules) as readonly Rule[]).flatMap(rule => {
    const those = byRule.get(rule) ?? []
    return those.length === 0 ? [] : [`broken (${those.length}): ${rules[rule]}`, ...those.map(told)]
  })
  return [seen, ...(found.length === 0 ? ['no rule was broken'] : found)].map(line => `${line}\n`).join('')
}

function told({ seq, t, sentence }: Violation): string {
  return seq === undefined ? `  ${sentence}` : `  line ${seq}, at ${t} ms: ${sentence}`
}
