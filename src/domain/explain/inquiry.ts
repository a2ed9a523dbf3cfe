import { isFields } from '../object/fields.ts'
import { parseSelector } from '../labels/parse-selector.ts'
import { SelectorError } from '../labels/selector-error.ts'
import { matchesSelector } from '../labels/selector.ts'
import {
  coveringKeys,
  type Query,
  type QueryAnswer,
  queryFor,
  type QuerySelection,
} from '../proof/read/query.ts'
import type { ExplainFacts } from './explain-facts.ts'
import { type KindRef, labelsIn, type SeenRef, refOf, type SeenObject } from './seen-object.ts'

/** What became of looking for one object. */
export type LookupOutcome = SeenObject | 'absent' | 'not-served' | 'unread'

/** Which objects of a kind are wanted. Without a namespace, those of all. */
export interface WantedObjects extends KindRef {
  readonly namespace?: string
  /** As kubectl takes it. */
  readonly labels?: string
}

/** What became of listing objects. */
export type Listing =
  | { readonly kind: 'listed'; readonly objects: readonly SeenObject[] }
  | { readonly kind: 'not-served' }
  | { readonly kind: 'unread' }

/** Looks things up in the facts, and remembers what it did not find an answer to. */
export class Inquiry {
  readonly facts: ExplainFacts
  readonly #open = new Map<string, Query>()
  // What was listed need not be asked for again by its name.
  readonly #listed = new Map<string, SeenObject>()

  constructor(facts: ExplainFacts) {
    this.facts = facts
  }

  /** What must be read to know more, in the order in which it was asked for. */
  get open(): readonly Query[] {
    return [...this.#open.values()]
  }

  /** Finds one object by its name. */
  find(ref: SeenRef): LookupOutcome {
    const listed = this.#listed.get(readId(ref))
    if (listed) return listed
    const answer = this.#ask({ ...ref, namespace: ref.namespace }, { by: 'names', names: [ref.name] })
    if (answer.kind !== 'objects') return answer.kind
    const seen = this.#seen(ref, answer).find(({ ref: found }) => isSame(found, ref))
    return seen ? { ref, fields: seen.fields } : 'absent'
  }

  /** Lists objects of one kind. Complete, or unread. */
  list(wanted: WantedObjects): Listing {
    const { labels, namespace } = wanted
    const select = labels === undefined ? ({ by: 'all' } as const) : ({ by: 'labels', labels } as const)
    const answer = this.#ask({ ...wanted, namespace }, select)
    if (answer.kind !== 'objects') return { kind: answer.kind }
    const objects = this.#seen(wanted, answer).filter(
      ({ ref, fields }) =>
        (namespace === undefined || ref.namespace === namespace) &&
        (labels === undefined || isChosen(fields, labels)),
    )
    for (const object of objects) this.#listed.set(readId(object.ref), object)
    return { kind: 'listed', objects }
  }

  #ask(kind: KindRef & { readonly namespace: string | undefined }, select: QuerySelection): QueryAnswer {
    const { on, apiVersion, namespace } = kind
    const query = exactly(queryFor({ on, apiVersion, kind: kind.kind, namespace, select }))
    for (const key of coveringKeys(query)) {
      const answer = this.facts.answers.get(key)
      // An answer to more may be unread while the narrow one is not.
      if (answer && answer.kind !== 'unread') return answer
    }
    const answer = this.facts.answers.get(query.key)
    if (answer) return answer
    this.#open.set(query.key, query)
    return { kind: 'unread', reason: 'Not read yet' }
  }

  #seen(kind: KindRef, answer: QueryAnswer): readonly SeenObject[] {
    if (answer.kind !== 'objects') return []
    return answer.objects.filter(isFields).map(fields => ({ ref: refOf(kind, fields), fields }))
  }
}

// The names belong to the key here: what was read of one object says nothing about another.
function exactly(query: Query): Query {
  if (query.select.by !== 'names') return query
  return { ...query, key: `${query.key} ${query.select.names.join(',')}` }
}

/** The same text for the same object, and for no other. */
export function readId({ on, apiVersion, kind, namespace = '', name }: SeenRef): string {
  return JSON.stringify([on, apiVersion, kind, namespace, name])
}

function isSame(a: SeenRef, b: SeenRef): boolean {
  return a.name === b.name && (a.namespace ?? '') === (b.namespace ?? '')
}

function isChosen(fields: SeenObject['fields'], labels: string): boolean {
  try {
    return matchesSelector(parseSelector(labels), labelsIn(fields))
  } catch (error) {
    if (error instanceof SelectorError) return false
    throw error
  }
}
