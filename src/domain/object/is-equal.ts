import { isFields } from './fields.ts'

const nothing: ReadonlySet<string> = new Set()

/** Whether two JSON values are the same, whatever the order of their keys. Absent and undefined are the same. */
export function isEqual(a: unknown, b: unknown, leavingOut: ReadonlySet<string> = nothing): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index], leavingOut))
  }
  if (!isFields(a) || !isFields(b)) return false
  const isSame = (key: string): boolean => leavingOut.has(key) || isEqual(a[key], b[key], leavingOut)
  return Object.keys(a).every(isSame) && Object.keys(b).every(key => Object.hasOwn(a, key) || isSame(key))
}
