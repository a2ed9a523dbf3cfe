import type { Servers } from './base.ts'
import { bases } from './bases/bases.ts'
import type { Case } from './case.ts'
import { sources } from './mutations/mutations.ts'

/** The mutation of that name of a base. Fails if there is none, so that a list of names does not rot. */
export function knownCase(base: string, name: string, [id, servers]: readonly [string, Servers]): Case {
  const made = bases.map(make => make(id, servers)).find(one => one.name === base)
  const mutation = made
    ? sources.flatMap(([, source]) => source(made)).find(one => one.name.replaceAll(id, '*') === name)
    : undefined
  if (!made || !mutation) throw new Error(`cannot find mutation "${name}" of base ${base}`)
  return { id, base: made, mutation, expects: 'right' }
}
