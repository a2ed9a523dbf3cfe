import type { ClusterFitoutStatus } from '../api/schema/cluster-fitout-schema.ts'

/**
 * Whether a status says anything new besides its wording: another state, reason, time or step.
 *
 * Which replica is still missing changes every second while all goes well; nobody acts on it, and each write costs.
 */
export function isNews(before: unknown, after: ClusterFitoutStatus): boolean {
  return factsIn(before) !== factsIn(after)
}

const wording: ReadonlySet<string> = new Set(['message', 'evidence'])

// The same whatever the order of the keys: a server that gives a status back has an order of its own.
function factsIn(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(factsIn).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const facts = Object.entries(value).filter(([name, field]) => field !== undefined && !wording.has(name))
  const sorted = facts.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, field]) => `${name}:${factsIn(field)}`).join(',')}}`
}
