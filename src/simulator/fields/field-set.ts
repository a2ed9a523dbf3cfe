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
  const node: Record<string, FieldSet> = isMember ? { [SELF]: leaf } : {}
  for (const element of inOrder(children)) node[element] = children.get(element) ?? leaf
  return Object.freeze(node)
}

// Mostly they come in order, and this is done for every write.
function inOrder(children: ReadonlyMap<string, FieldSet>): Iterable<string> {
  let last = ''
  for (const element of children.keys()) {
    if (element < last) return [...children.keys()].toSorted()
    last = element
  }
  return children.keys()
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
  const children: (readonly [string, FieldSet])[] = []
  for (const element of Object.keys(node)) {
    const child = node[element]
    if (element !== SELF && child !== undefined) children.push([element, child])
  }
  return children
}

/** What is in one of both. */
export function union(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  if (a === undefined || a === b) return b
  if (b === undefined) return a
  const children = new Map(childrenOf(a))
  let isSame = isMember(a) || !isMember(b)
  for (const [element, node] of childrenOf(b)) {
    const known = children.get(element)
    const both = union(known, node)
    if (both) children.set(element, both)
    isSame &&= both === known
  }
  return isSame ? a : nodeOf(isMember(a) || isMember(b), children)
}

/** What is in `a` and not in `b`. A path goes alone: what is below it stays. */
export function difference(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  if (a === undefined || b === undefined) return a
  const children = new Map<string, FieldSet>()
  let isSame = !isMember(a) || !isMember(b)
  for (const [element, node] of childrenOf(a)) {
    const rest = difference(node, childOf(b, element))
    if (rest) children.set(element, rest)
    isSame &&= rest === node
  }
  return isSame ? a : nodeOf(isMember(a) && !isMember(b), children)
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
  if (!Object.keys(branches).some(element => Object.hasOwn(set, element))) return set
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
