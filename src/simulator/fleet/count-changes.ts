/** Counts the values that something has had whenever it was asked for: 1 for the first. */
export function countChanges(read: () => unknown): () => number {
  let last = read()
  let count = 1
  return () => {
    const now = read()
    if (now !== last) count += 1
    last = now
    return count
  }
}
