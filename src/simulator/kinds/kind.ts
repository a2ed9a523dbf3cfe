import { pluralOf } from '../../domain/kinds/built-in-kinds.ts'
import type { Resource } from '../../engine/api/api.ts'
import { type Schema, builtInSchema } from '../fields/schema.ts'

/** What a store knows of a kind. All its versions show the same objects. */
export interface Kind {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly scope: Resource['scope']
  /** The versions that are served, the preferred one first. */
  readonly versions: readonly string[]
  /** Whether status is written apart from the rest. */
  readonly hasStatus: boolean
  /** Whether the server counts the changes of what is wanted. */
  readonly hasGeneration: boolean
  /** Whether an update may leave out the version that it replaces. */
  readonly mayUpdateBlindly: boolean
  readonly schema: Schema
  /** Fields, beyond name and namespace, that a field selector may name. */
  readonly selectable: readonly string[]
  /** Whether no more objects can be made, as the kind is about to go. */
  readonly isEnding: boolean
}

/** How to say what is special about a kind that has no CRD in the store. */
export type KindOptions = Pick<Kind, 'group' | 'kind'> & Partial<Kind>

/** A kind as most custom ones are: namespaced, `v1`, with status and generation. */
export function kindOf(options: KindOptions): Kind {
  return {
    plural: pluralOf(options.kind),
    scope: 'Namespaced',
    versions: ['v1'],
    hasStatus: true,
    hasGeneration: true,
    mayUpdateBlindly: false,
    schema: builtInSchema,
    selectable: [],
    isEnding: false,
    ...options,
  }
}

/** The key of a kind in a store. Versions share it. */
export function kindKey({ group, plural }: Pick<Kind, 'group' | 'plural'>): string {
  if (group === '') return plural
  const known = keys.get(group)?.get(plural)
  return known ?? newKey(group, plural)
}

// Every read and write asks for one; a text that is recreated each time would also be hashed again each time.
const keys = new Map<string, Map<string, string>>()

function newKey(group: string, plural: string): string {
  const key = `${plural}.${group}`
  const ofGroup = keys.get(group) ?? new Map<string, string>()
  keys.set(group, ofGroup.set(plural, key))
  return key
}
