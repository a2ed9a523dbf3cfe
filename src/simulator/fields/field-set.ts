/**
 * A set of paths in an object, written as the API writes it in `fieldsV1`.
 *
 * A path is in the set if its node is empty or has the entry `.`. The root is never in it; a set without paths is undefined.
 */
export interface FieldSet {
  readonly [element: string]: FieldSet
}

const SELF = '.'

/** A node that is in the set and has nothing below it. */
export const leaf: FieldSet = Object.freeze({})

/** A node with these children, itself in the set or not; undefined when that leaves nothing. */
export function nodeOf(isMember: boolean, children: ReadonlyMap<string, FieldSet>): FieldSet | undefined {
  if (children.size === 0) return isMember ? leaf : undefined
  const entries = children.size === 1 ? [...children] : [...children].toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (isMember) entries.unshift([SELF, leaf])
  return Object.freeze(Object.fromEntries(entries))
}

/** Whether the path of a node is in the set. */
export function isMember(node: FieldSet): boolean {
  if (Object.hasOwn(node, SELF)) return true
  for (const _ in node) return false
  return true
}

/** The node under an element, if there is one. */
export function childOf(node: FieldSet | undefined, element: string): FieldSet | undefined {
  return node !== undefined && Object.hasOwn(node, element) ? node[element] : undefined
}

/** The elements below a node, with their nodes. */
export function childrenOf(node: FieldSet): readonly (readonly [string, FieldSet])[] {
  return Object.entries(node).filter(([element]) => element !== SELF)
}

/** What is in one of both. */
export function union(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  if (a === undefined || a === b) return b
  if (b === undefined) return a
  const children = new Map(childrenOf(a))
  for (const [element, node] of childrenOf(b)) {
    const both = union(children.get(element), node)
    if (both) children.set(element, both)
  }
  return nodeOf(isMember(a) || isMember(b), children)
}

/** What is in `a` and not in `b`. A path goes alone: what is below it stays. */
export function difference(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  if (a === undefined || b === undefined) return a
  const children = new Map<string, FieldSet>()
  for (const [element, node] of childrenOf(a)) {
    const rest = difference(node, childOf(b, element))
    if (rest) children.set(element, rest)
  }
  return nodeOf(isMember(a) && !isMember(b), children)
}

/** What is in both. */
export function intersection(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  if (a === undefined || b === undefined) return undefined
  const children = new Map<string, FieldSet>()
  for (const [element, node] of childrenOf(a)) {
    const both = intersection(node, childOf(b, element))
    if (both) children.set(element, both)
  }
  return nodeOf(isMember(a) && isMember(b), children)
}

/** Without whole branches: a path of `branches` takes everything below it along. */
export function without(set: FieldSet | undefined, branches: FieldSet): FieldSet | undefined {
  if (set === undefined) return undefined
  const children = new Map<string, FieldSet>()
  for (const [element, node] of childrenOf(set)) {
    const branch = childOf(branches, element)
    if (branch !== undefined && isMember(branch)) continue
    const rest = branch === undefined ? node : without(node, branch)
    if (rest) children.set(element, rest)
  }
  return nodeOf(isMember(set), children)
}

/** The paths of a set as people read them: `.spec.replicas`, in order. */
export function pathsOf(set: FieldSet | undefined): readonly string[] {
  return set === undefined ? [] : below(set, '')
}

function below(node: FieldSet, path: string): readonly string[] {
  return childrenOf(node).flatMap(([element, child]) => {
    const here = `${path}${element.startsWith('f:') ? `.${element.slice(2)}` : `[${element.slice(2)}]`}`
    return isMember(child) ? [here, ...below(child, here)] : below(child, here)
  })
}
