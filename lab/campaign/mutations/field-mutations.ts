import { PLAYED_BY } from '../../control-plane/kwok.ts'
import type { KubeObject } from '../../kube/kube-object.ts'
import type { Base, Part } from '../base.ts'
import { fieldOf, mergePatch, type Path, pathsOf, pathText, withField, withKey } from './fields.ts'
import type { Mutation, MutationSource, Side } from './mutation.ts'

/** What is done to one field. Gives the object as it is then, or nothing where it makes no sense. */
interface FieldOperator {
  readonly name: string
  readonly change: (object: KubeObject, path: Path, value: unknown) => KubeObject | undefined
  /** Whether a person would do it on a live object, too. */
  readonly isLive?: true
}

const operators: readonly FieldOperator[] = [
  { name: 'drop', isLive: true, change: (object, path) => withField(object, path, undefined) },
  {
    name: 'misspell key',
    change: (object, path) => {
      const key = path.at(-1) ?? ''
      return /^[a-z]\w{3,}$/i.test(key) ? withKey(object, path, misspelt(key)) : undefined
    },
  },
  {
    name: 'misspell value',
    isLive: true,
    change: (object, path, value) =>
      typeof value === 'string' && /[a-z]{4,}/.test(value)
        ? withField(object, path, misspelt(value))
        : undefined,
  },
  { name: 'retype', change: (object, path, value) => withField(object, path, retyped(value)) },
  {
    name: 'zero',
    isLive: true,
    change: (object, path, value) => {
      const zero = zeroOf(value)
      return JSON.stringify(zero) === JSON.stringify(value) ? undefined : withField(object, path, zero)
    },
  },
  {
    name: 'inflate',
    isLive: true,
    change: (object, path, value) => {
      const isQuantity = typeof value === 'string' && /^\d+(m|Mi|Gi)?$/.test(value)
      const isPlace = path.includes('resources') || path.includes('hard') || path.includes('capacity')
      return isQuantity && isPlace ? withField(object, path, value.replace(/^(\d+)m?/, '$1000')) : undefined
    },
  },
  {
    name: 'shift',
    isLive: true,
    change: (object, path, value) =>
      typeof value === 'number' && /port/i.test(path.at(-1) ?? '')
        ? withField(object, path, value + 1)
        : undefined,
  },
]

// Whatever a base is made of must still be distinguished from other bases, and its pods be played.
const kept = [PLAYED_BY, 'kubernetes.io/metadata.name'] as const
const identity = new Set(['metadata', 'metadata.name', 'apiVersion', 'kind', 'metadata.namespace'])

/** Every operator on every field of every object of a base, before it is delivered and when it is ready. */
export const fieldMutations: MutationSource = base =>
  base.parts
    .filter(({ way }) => way !== 'node')
    .flatMap(part =>
      pathsOf(part.object)
        .filter(([path]) => !path.some(key => kept.some(one => one === key)))
        .filter(([path, value]) => !hides(path, value))
        .flatMap(([path, value]) =>
          operators.flatMap(operator => mutationsBy(operator, part, [path, value])),
        ),
    )

// Labels of a template that hold the label of the player go as a whole, and the player with them.
function hides(path: Path, value: unknown): boolean {
  const isAbove = JSON.stringify(value).includes(PLAYED_BY)
  return isAbove && ['labels', 'metadata'].includes(path.at(-1) ?? '')
}

function mutationsBy(
  operator: FieldOperator,
  part: Part,
  [path, value]: readonly [Path, unknown],
): readonly Mutation[] {
  const { object } = part
  const isIdentity = identity.has(pathText(path))
  if (isIdentity && (operator.name !== 'misspell value' || path.at(-1) === 'namespace')) return []
  const changed = operator.change(object, path, value)
  if (!changed) return []
  const now = fieldOf(changed, path)
  const about: Mutation = {
    name: `${object.kind} ${object.metadata.name}: ${operator.name} ${pathText(path)}`,
    operator: operator.name,
    mutated: {
      side: sideOf(part),
      object,
      field: path,
      words: [...textsOf(value), ...textsOf(now), ...keysOf(path, value)],
    },
    change: base => replacing(base, part, changed),
  }
  if (operator.isLive !== true || isIdentity || part.way !== 'pack') return [about]
  return [about, live(about, object, changed)]
}

function live({ change: _, ...about }: Mutation, object: KubeObject, changed: KubeObject): Mutation {
  return {
    ...about,
    name: `live ${about.name}`,
    after: async ({ workload }) => {
      await workload.patch(object, mergePatch(object, changed) as object)
    },
  }
}

/** The base with another object in place of one. */
export function replacing(base: Base, part: Part, ...objects: readonly KubeObject[]): Base {
  return {
    ...base,
    parts: base.parts.flatMap(one =>
      one.object === part.object ? objects.map(object => ({ ...one, object })) : [one],
    ),
  }
}

/** The side on which a part is changed. */
export function sideOf({ way }: Part): Side {
  if (way === 'chart' || way === 'git') return way
  return way === 'management' ? 'management' : 'workload'
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string' && value.length > 2) return [value]
  if (typeof value === 'number' && value > 99) return [String(value)]
  return []
}

// Whoever takes away all data takes away each key.
function keysOf(path: Path, value: unknown): readonly string[] {
  const isData = path.at(-1) === 'data' || path.at(-1) === 'stringData'
  return isData && typeof value === 'object' && value !== null ? Object.keys(value) : []
}

/** Swaps two letters in the middle of the longest word. */
export function misspelt(text: string): string {
  const word = (text.match(/[a-z]{3,}/gi) ?? []).toSorted((a, b) => b.length - a.length)[0] ?? text
  const at = Math.max(0, Math.floor(word.length / 2) - 1)
  const letters = word.split('')
  let swapped = word
  for (let index = at; index < letters.length - 1 && swapped === word; index += 1)
    swapped = [
      ...letters.slice(0, index),
      letters[index + 1],
      letters[index],
      ...letters.slice(index + 2),
    ].join('')
  return text.replace(word, swapped === word ? `${word}x` : swapped)
}

function retyped(value: unknown): unknown {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return 'many'
  if (typeof value === 'boolean') return 'perhaps'
  return Array.isArray(value) ? { first: 'one' } : 'text'
}

function zeroOf(value: unknown): unknown {
  if (typeof value === 'string') return ''
  if (typeof value === 'number') return 0
  if (typeof value === 'boolean') return !value
  return Array.isArray(value) ? [] : {}
}
