import { type Fields, partOf, textIn } from '../../src/domain/object/fields.ts'
import { parseSelector } from '../../src/domain/labels/parse-selector.ts'
import { matchesSelector } from '../../src/domain/labels/selector.ts'
import type { Query, QueryAnswer, Side } from '../../src/domain/proof/read/query.ts'
import type { ExplainFacts } from '../../src/domain/explain/explain-facts.ts'
import { MAX_ROUNDS, neededReads } from '../../src/domain/explain/needed-reads.ts'
import { labelsIn } from '../../src/domain/explain/seen-object.ts'
import { apiGroup } from '../../src/domain/object/api-group.ts'

/** What there is on two clusters. Kinds of groups with a dot are served if one of their objects is here, or named. */
export interface World {
  readonly workload?: readonly Fields[]
  readonly management?: readonly Fields[]
  /** Groups that are served without any object. */
  readonly serves?: readonly string[]
}

/** Reads all that explaining asks for, round after round, as whoever has a connection does. */
export function gatherFrom(world: World, start: ExplainFacts): ExplainFacts {
  const answers = new Map(start.answers)
  const facts = { ...start, answers }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const queries = neededReads(facts)
    if (queries.length === 0) break
    for (const query of queries) answers.set(query.key, answerFrom(world, query))
  }
  return facts
}

function answerFrom(world: World, query: Query): QueryAnswer {
  const objects = objectsOn(world, query.on)
  const group = apiGroup(query.apiVersion)
  const isKnown = !group.includes('.') || builtIn.has(group) || world.serves?.includes(group)
  const isServed =
    isKnown === true || objects.some(object => apiGroup(textIn(object, 'apiVersion')) === group)
  if (!isServed) return { kind: 'not-served' }
  return { kind: 'objects', complete: true, objects: objects.filter(object => isMeant(object, query)) }
}

const builtIn: ReadonlySet<string> = new Set([
  'discovery.k8s.io',
  'storage.k8s.io',
  'apiextensions.k8s.io',
  'admissionregistration.k8s.io',
  'scheduling.k8s.io',
  'node.k8s.io',
])

/** What there is on one of the two clusters. */
export function objectsOn({ workload = [], management = [] }: World, side: Side): readonly Fields[] {
  return side === 'Workload' ? workload : management
}

function isMeant(object: Fields, { apiVersion, kind, namespace, select }: Query): boolean {
  const metadata = partOf(object, 'metadata')
  if (textIn(object, 'apiVersion') !== apiVersion || textIn(object, 'kind') !== kind) return false
  if (namespace !== undefined && textIn(metadata, 'namespace') !== namespace) return false
  switch (select.by) {
    case 'names':
      return select.names.includes(textIn(metadata, 'name'))
    case 'labels':
      return matchesSelector(parseSelector(select.labels), labelsIn(object))
    default:
      return true
  }
}
