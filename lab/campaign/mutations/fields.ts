import type { KubeObject } from '../../kube/kube-object.ts'

/** A path into an object: keys, and indices as text. */
export type Path = readonly string[]

type Node = Readonly<Record<string, unknown>>

/** Every path of an object from its second level on, with the value there. */
export function pathsOf(object: unknown, above: Path = []): readonly (readonly [Path, unknown])[] {
  if (typeof object !== 'object' || object === null) return []
  return Object.entries(object).flatMap(([key, value]) => {
    const path = [...above, key]
    return value === undefined ? [] : [[path, value] as const, ...pathsOf(value, path)]
  })
}

/** The object with something else at a path; `undefined` takes it away. Missing parents are made. */
export function withField<One>(object: One, path: Path, value: unknown): One {
  const [key, ...rest] = path
  if (key === undefined) return value as One
  if (Array.isArray(object)) {
    const items: readonly unknown[] = object
    const changed = withField<unknown>(items[Number(key)], rest, value)
    return [...items.slice(0, Number(key)), changed, ...items.slice(Number(key) + 1)].filter(
      one => one !== undefined,
    ) as One
  }
  const node = (object ?? {}) as Node
  const changed = withField<unknown>(node[key], rest, value)
  const others = Object.entries(node).filter(([other]) => other !== key)
  return (changed === undefined ? Object.fromEntries(others) : { ...node, [key]: changed }) as One
}

/** What stands at a path. */
export function fieldOf(object: unknown, path: Path): unknown {
  return path.reduce<unknown>((node, key) => (node as Node | undefined)?.[key], object)
}

/** A key is called something else; its place and its value stay. */
export function withKey(object: KubeObject, path: Path, name: string): KubeObject {
  const value = fieldOf(object, path)
  return withField(withField(object, path, undefined), [...path.slice(0, -1), name], value)
}

/** The merge patch that makes one object of another. Lists are replaced as a whole. */
export function mergePatch(from: unknown, to: unknown): unknown {
  if (!isNode(from) || !isNode(to)) return to
  const keys = new Set([...Object.keys(from), ...Object.keys(to)])
  const changed = [...keys].filter(key => JSON.stringify(from[key]) !== JSON.stringify(to[key]))
  return Object.fromEntries(changed.map(key => [key, key in to ? mergePatch(from[key], to[key]) : null]))
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A path as people write it: `spec.containers[0].image`. */
export function pathText(path: Path): string {
  return path
    .map(key => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1)
}
