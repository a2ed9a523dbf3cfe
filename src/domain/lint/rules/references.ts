import { oncePerObject } from '../../object/once-per-object.ts'
import { countTypos, nearest } from '../../text/nearest.ts'
import { isUnfilled, type LintObject } from '../model/lint-object.ts'
import type { LintRepository } from '../model/lint-repository.ts'

/** In shorter words one letter more or less is another word. */
const LEAST_LETTERS = 5
const LEAST_LETTERS_OF_PLURAL = 3

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

/** Whether an object of a kind has, or gets, just this name. */
export function isAnyNamed(
  repository: LintRepository,
  { group, kind }: Pick<LintObject, 'group' | 'kind'>,
  name: string,
): boolean {
  return namesOf(repository).get(`${group}/${kind}`)?.has(name) ?? false
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

/**
 * The name that was most likely meant: one typo away, in one of the words that dashes separate. Names have words in common
 * (`aqua-charts`, `mailu-charts`), short words are near by chance, and numbers are given on purpose.
 */
export function slip(name: string, candidates: readonly string[]): string | undefined {
  const words = name.split('-')
  return candidates.find(candidate => {
    const others = candidate.split('-')
    const pairs = words.map((word, index) => [word, others[index] ?? ''] as const)
    const [odd, ...more] = pairs.filter(([word, other]) => word !== other)
    return others.length === words.length && odd !== undefined && more.length === 0 && isTypo(...odd)
  })
}

function isTypo(word: string, other: string): boolean {
  const isPlural = `${word}s` === other || word === `${other}s`
  const isLong = Math.min(word.length, other.length) >= (isPlural ? LEAST_LETTERS_OF_PLURAL : LEAST_LETTERS)
  return isLong && word.replaceAll(/\d/g, '') !== other.replaceAll(/\d/g, '') && countTypos(word, other) === 1
}

/** The folder that was most likely meant, where each part of the path is near: long paths have most of their letters in common. */
export function nearestFolder(folder: string, candidates: readonly string[]): string | undefined {
  const parts = folder.split('/')
  const near = candidates.filter(candidate => {
    const others = candidate.split('/')
    return (
      others.length === parts.length &&
      parts.every((part, index) => nearest(part, [others[index] ?? '']) !== undefined)
    )
  })
  return nearest(folder, near)
}

/** The folder that was most likely meant: one typo away, in one part of the path. */
export function slipInFolder(folder: string, candidates: readonly string[]): string | undefined {
  const parts = folder.split('/')
  return candidates.find(candidate => {
    const others = candidate.split('/')
    const pairs = parts.map((part, index) => [part, others[index] ?? ''] as const)
    const [odd, ...more] = pairs.filter(([part, other]) => part !== other)
    return others.length === parts.length && odd && more.length === 0 && slip(odd[0], [odd[1]]) !== undefined
  })
}
