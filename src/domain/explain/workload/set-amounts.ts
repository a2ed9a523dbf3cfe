import { type Fields, partOf } from '../../object/fields.ts'
import type { ExplainFacts } from '../explain-facts.ts'
import type { SeenRef, SeenObject } from '../seen-object.ts'
import type { Advice } from '../show/advice.ts'
import { act, changing, commit, kubectl } from '../show/commands.ts'
import { shellWord } from '../show/shell-word.ts'

/** Amounts to be set in a container: by `requests` or `limits`, and resource. */
export type Amounts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What an object makes pods of; nothing if it makes none. */
export function templateOf(maker: SeenObject): Fields {
  return partOf(partOf(partOf(maker.fields, 'spec'), 'template'), 'spec')
}

const settable: ReadonlySet<string> = new Set(['Deployment', 'DaemonSet', 'StatefulSet'])
const MAX_CONTAINERS = 3

/** How to set amounts in containers, by their names, of what makes pods: a command, if one can do it. */
export function setAmounts(
  text: string,
  maker: SeenRef,
  { amounts, facts }: { readonly amounts: ReadonlyMap<string, Amounts>; readonly facts: ExplainFacts },
): Advice {
  if (!settable.has(maker.kind) || amounts.size === 0 || amounts.size > MAX_CONTAINERS)
    return changing(maker, commit(text))
  const calls = [...amounts].map(([container, set]) => {
    const words = Object.entries(set).map(
      ([part, list]) =>
        ` --${part} ${shellWord(
          Object.entries(list)
            .map(([resource, amount]) => `${resource}=${amount}`)
            .join(','),
        )}`,
    )
    return `set resources ${maker.kind.toLowerCase()} ${shellWord(maker.name)} -c ${shellWord(container)}${words.join('')}`
  })
  return changing(maker, act(text, maker, { facts, verb: calls.join(` && ${kubectl(maker, facts)} `) }))
}
