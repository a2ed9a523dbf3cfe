import type { HandOverHold } from '../hand-over-hold.ts'
import type { SecretValue } from '../secret-value.ts'

/** A variable that can be filled, or what is to be said when a template uses it. */
type Variable =
  | { readonly kind: 'text'; readonly value: SecretValue }
  | { readonly kind: 'unusable'; readonly hold: HandOverHold }

/** What templates may use, by name. */
export type Variables = ReadonlyMap<string, Variable>

/** One value that wants a name. */
export interface GivenVariable {
  readonly name: string
  readonly value: SecretValue
  /** Where it comes from, in words. The same value of the same origin may come twice. */
  readonly origin: string
  readonly problem?: HandOverHold | undefined
}

/** Puts values under their names. Two that want one name make it unusable, which matters only if a template uses it. */
export function gatherVariables(given: readonly GivenVariable[]): Variables {
  const byName = new Map<string, GivenVariable[]>()
  for (const one of given) {
    const others = byName.get(one.name)
    if (others) others.push(one)
    else byName.set(one.name, [one])
  }
  return new Map([...byName].map(([name, all]) => [name, variableOf(name, all)]))
}

/** The variables of several origins together; whoever comes first keeps a name. */
export function joinVariables(...all: readonly Variables[]): Variables {
  return new Map(all.toReversed().flatMap(variables => [...variables]))
}

function variableOf(name: string, all: readonly GivenVariable[]): Variable {
  const [first, ...others] = all
  const rival = others.find(
    other => first && (other.origin !== first.origin || !other.value.isSame(first.value)),
  )
  if (!first || rival) return { kind: 'unusable', hold: ambiguous(name, all) }
  return first.problem ? { kind: 'unusable', hold: first.problem } : { kind: 'text', value: first.value }
}

function ambiguous(name: string, all: readonly GivenVariable[]): HandOverHold {
  const origins = [...new Set(all.map(({ origin }) => origin))].toSorted()
  const shown = origins.slice(0, 3).join(' and by ')
  const message = `Variable "${name}" is defined by ${shown}${origins.length > 3 ? ' and others' : ''}`
  return { reason: 'RenderVariableAmbiguous', message }
}
