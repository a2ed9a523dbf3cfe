import type { HandOverFacts, WrittenHandOver } from './cluster-facts.ts'

/** What of the hand-overs on the management cluster goes now. */
export interface Withdrawal {
  /** Secrets with values that go first: once their ClusterResourceSet is gone, nobody knows of them any more. */
  readonly secrets: readonly string[]
  /** One at a time: Cluster API loses entries of its binding when several ClusterResourceSets of a cluster go at once. */
  readonly resourceSet: WrittenHandOver | undefined
  /** Whether something is still to go, now or at a later look. */
  readonly isOpen: boolean
}

/** What becomes of the hand-overs of a cluster. */
export interface HandOverDecision {
  readonly withdraws: Withdrawal
  /** Whether values are written: none while another Cluster would get them. */
  readonly writes: boolean
}

/** Decides which hand-overs stay, by name; if another Cluster would get them, none, and all values go at once. */
export function decideHandOvers(facts: HandOverFacts, keep: readonly string[]): HandOverDecision {
  if (!facts.hasStrangers) return { withdraws: withdrawalBut(keep, facts), writes: true }
  const { resourceSet, isOpen } = withdrawalBut([], facts)
  const secrets = facts.written.flatMap(one => one.secrets)
  return { withdraws: { secrets, resourceSet, isOpen }, writes: false }
}

/** What goes now, if all hand-overs but those that are named are to go. */
export function withdrawalBut(
  keep: readonly string[],
  { written }: Pick<HandOverFacts, 'written'>,
): Withdrawal {
  const first = written.find(({ name }) => !keep.includes(name))
  const isOpen = first !== undefined
  // What is being deleted needs no more than time.
  if (!first || first.isDeleting) return { secrets: [], resourceSet: undefined, isOpen }
  return { secrets: first.secrets, resourceSet: first, isOpen }
}
