import type { Fact, Place } from './object-facts.ts'
import type { TrueStep } from './step-facts.ts'

/** What a call asks a server for: one object, or all of a kind that a selection covers. */
export interface Ask {
  readonly kind: string
  readonly namespace?: string | undefined
  /** Undefined for all. */
  readonly name?: string | undefined
}

interface Asked {
  readonly places: readonly Place[]
  readonly now: number
}

/** What the controller has asked a cluster for itself, and when that was well. What a watch told is not in it. */
export class SeenFacts {
  /** By the name of the fact: when the server was last asked and it was so. */
  readonly #wellAt = new Map<string, number>()
  readonly #askedAt = new Map<string, number>()

  /**
   * Notes that a server was asked just now. A fact that also rests on the management cluster is so if it is by what that
   * shows now, or by what it showed the controller last: `places` has both.
   */
  ask(facts: Iterable<Fact>, ask: Ask, { places, now }: Asked): void {
    for (const fact of facts) {
      if (!isCovered(fact, ask)) continue
      this.#askedAt.set(fact.name, now)
      if (places.some(place => fact.isShown(place))) this.#wellAt.set(fact.name, now)
    }
  }

  /** What a gate rests on and was not seen to be so by asking for it since a time; undefined if all was. */
  problem(facts: Iterable<Fact>, since: number): string | undefined {
    for (const { name } of facts) {
      if ((this.#wellAt.get(name) ?? -Infinity) >= since) continue
      const askedAt = this.#askedAt.get(name)
      const how = askedAt === undefined || askedAt < since ? 'was not read' : 'was not so when it was read'
      return `${name} ${how} before`
    }
    return undefined
  }
}

/** What the gate of a step rests on: that the steps which it needs are ready, and what it needs itself. */
export function groundsOf(steps: readonly TrueStep[], step: TrueStep): readonly Fact[] {
  const needed = steps.filter(({ name }) => step.needs.includes(name))
  return [...new Set([...needed.flatMap(({ facts }) => facts), ...step.before])]
}

const known = new Map<string, ReadonlyMap<string, readonly Fact[]>>()

/** The facts that plans rest on, each once, by what must be read to know of them. Plans with the same key are the same. */
export function factsByKind(
  key: string,
  plans: () => readonly (readonly TrueStep[])[],
): ReadonlyMap<string, readonly Fact[]> {
  const before = known.get(key)
  if (before) return before
  const facts = new Set(plans().flatMap(steps => steps.flatMap(step => step.facts)))
  const byKind = Map.groupBy(facts, ({ kind }) => kind)
  known.set(key, byKind)
  return byKind
}

function isCovered({ kind, key }: Fact, ask: Ask): boolean {
  if (kind !== ask.kind) return false
  if (key === undefined) return true
  const [name, namespace] = key.split('/').toReversed()
  return (
    (ask.namespace === undefined || namespace === undefined || namespace === ask.namespace) &&
    (ask.name === undefined || name === ask.name)
  )
}
