import type { MessageSource } from '../api/schema/cluster-fitout-schema.ts'

/**
 * Why values are not handed over, in one word; docs/reference/hand-over.md has a row for each.
 *
 * The order is the order in which a person would end them, and so the order in which they are shown.
 *
 * @internal
 */
export const HAND_OVER_REASONS = [
  'HandOverAddresseeWrong',
  'HandOverNotAddressed',
  'HandOverSecretRefused',
  'HandOverSecretMissing',
  'HandOverKeyMissing',
  'HandOverValueMalformed',
  'HandOverKeyConflict',
  'RenderSourceMissing',
  'RenderSourceMalformed',
  'RenderShapeChanged',
  'RenderVariableMissing',
  'RenderVariableAmbiguous',
  'HandOverTooLarge',
  'HandOverNamespaceMissing',
  'HandOverNotDelivered',
] as const

export type HandOverReason = (typeof HAND_OVER_REASONS)[number]

/** One thing that keeps values from being handed over. The message names keys and objects and never holds a value. */
export interface HandOverHold {
  readonly reason: HandOverReason
  readonly message: string
  /** What the message is about, on the management cluster. */
  readonly source?: MessageSource
}

/** What went well, or everything that did not. */
export type HandOverResult<T> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly holds: readonly HandOverHold[] }

/** Each hold once, and in the same order every time: the first is the sentence of the step. */
export function sortHolds(holds: readonly HandOverHold[]): readonly HandOverHold[] {
  const byMessage = new Map(holds.map(hold => [`${hold.reason} ${hold.message}`, hold]))
  return [...byMessage.values()].toSorted((a, b) => rank(a) - rank(b) || compare(a.message, b.message))
}

const ranks: ReadonlyMap<string, number> = new Map(HAND_OVER_REASONS.map((reason, rank) => [reason, rank]))

function rank({ reason }: HandOverHold): number {
  return ranks.get(reason) ?? HAND_OVER_REASONS.length
}

// Not by the rules of a language: the order must be the same on every machine.
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
