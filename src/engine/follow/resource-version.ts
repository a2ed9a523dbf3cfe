/**
 * Which of two versions of the same kind is newer: negative when `a` is older, 0 when they are equal, positive when it is newer.
 *
 * Undefined when either is no plain number: the API then promises equality only. The digits are compared as text, as
 * a version may be longer than a number is exact.
 *
 * @internal
 */
export function compareResourceVersions(a: string | undefined, b: string | undefined): number | undefined {
  if (a === undefined || b === undefined || !isOrdered(a) || !isOrdered(b)) return undefined
  if (a.length !== b.length) return a.length - b.length
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Whether `a` is known to be older than `b`. */
export function isOlderVersion(a: string | undefined, b: string | undefined): boolean {
  return (compareResourceVersions(a, b) ?? 0) < 0
}

/** Whether `a` is known to be as new as `b`, or newer. */
export function hasReached(a: string | undefined, b: string | undefined): boolean {
  const order = compareResourceVersions(a, b)
  return order === undefined ? a !== undefined && a === b : order >= 0
}

function isOrdered(version: string): boolean {
  return /^[1-9][0-9]*$/.test(version)
}
