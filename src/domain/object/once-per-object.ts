/**
 * Does something once for each object that it is given, and remembers it for as long as the object lives.
 *
 * Only for objects that nobody changes any more: parsed manifests, what a server said, what was made from them.
 */
export function oncePerObject<Given extends object, Result>(
  work: (given: Given) => Result,
): (given: Given) => Result {
  const known = new WeakMap<Given, { readonly result: Result }>()
  return given => {
    const before = known.get(given)
    if (before) return before.result
    const result = work(given)
    known.set(given, { result })
    return result
  }
}
