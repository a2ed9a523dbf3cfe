import { resources } from '../../controller/world/resources.ts'
import type { ExplainFacts, Fact, SecretFact } from '../../domain/explain/explain-facts.ts'
import { resolveName } from '../../domain/hand-over/cluster-identity.ts'
import { partOf } from '../../domain/object/fields.ts'
import { stepsInQuestion } from './gather-sets.ts'
import { factFrom, type Reading, readFact } from './read-fact.ts'

/** Reads which keys the handed-over Secrets of the steps in question have; their values go nowhere. */
export async function gatherSecrets(
  reading: Reading,
  facts: Pick<ExplainFacts, 'namespace' | 'name' | 'step' | 'fitout' | 'status'>,
): Promise<ReadonlyMap<string, Fact<SecretFact>>> {
  const { namespace, name } = facts
  const templates = stepsInQuestion(facts).flatMap(({ handOver = [] }) =>
    handOver.map(({ from }) => from.secret),
  )
  const names = new Set(
    templates.flatMap(template => {
      const resolved = resolveName(template, { namespace, name, uid: '' })
      return resolved.ok ? [resolved.name] : []
    }),
  )
  const read = [...names].map(async secret => {
    const fact = await readFact(reading, resources.secret, secret)
    const keys = factFrom<SecretFact>(fact, object => ({
      kind: 'read',
      value: { keys: Object.keys(partOf(object, 'data')) },
    }))
    return [secret, keys] as const
  })
  return new Map(await Promise.all(read))
}
