import { oncePerObject } from '../../object/once-per-object.ts'
import { nearest } from '../../text/nearest.ts'
import { isUnfilled, type LintObject } from '../model/lint-object.ts'
import type { LintRepository } from '../model/lint-repository.ts'

/** The namespaces that a reference may mean: the one that it says, or those of the object that has it. */
export function homesOf(repository: LintRepository, object: LintObject, said: string): ReadonlySet<string> {
  return said === '' ? repository.namespacesOf(object) : new Set([said])
}

/** Whether an object of this name may be in one of these namespaces. */
export function mayBeThere(
  repository: LintRepository,
  object: LintObject,
  homes: ReadonlySet<string>,
): boolean {
  if (repository.isPatched(object)) return true
  return [...repository.namespacesOf(object)].some(
    home =>
      home === '' || isUnfilled(home) || homes.has(home) || homes.has('') || [...homes].some(isUnfilled),
  )
}

/** The objects of a kind that have a name, or may get it. */
export function withName(
  repository: LintRepository,
  { group, kind }: Pick<LintObject, 'group' | 'kind'>,
  name: string,
): readonly LintObject[] {
  const names = namesOf(repository).get(`${group}/${kind}`)
  return names ? [...(names.get(name) ?? []), ...(names.get('') ?? [])] : []
}

// By all names that an object has or gets; those that are still to be filled in may become any.
const namesOf = oncePerObject((repository: LintRepository) => {
  const found = new Map<string, Map<string, LintObject[]>>()
  for (const object of repository.objects) {
    const kind = `${object.group}/${object.kind}`
    const names = found.get(kind) ?? new Map<string, LintObject[]>()
    found.set(kind, names)
    const own = new Set([object.name, ...repository.instancesOf(object).map(({ name }) => name)])
    for (const name of own) {
      const key = isUnfilled(name) ? '' : name
      names.set(key, [...(names.get(key) ?? []), object])
    }
  }
  return found
})

/** The name that was most likely meant. One that is short may be near by chance, one with another number is on purpose. */
export function slip(name: string, candidates: readonly string[]): string | undefined {
  const meant = nearest(
    name,
    candidates.filter(one => one !== ''),
  )
  if (meant === undefined || name.length < 5) return undefined
  return name.replaceAll(/\d+/g, '') === meant.replaceAll(/\d+/g, '') ? undefined : meant
}
