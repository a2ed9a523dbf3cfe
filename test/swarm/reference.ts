import type { EndState } from './end-state.ts'
import type { Edition, ValueVersion } from './swarm-plan.ts'
import { undisturbedEnd } from './undisturbed.ts'

/** How a fleet shall end: each cluster as one that had its last value from the beginning. */
export interface Ending {
  readonly clusters: number
  readonly steps: number
  readonly edition: Edition
  readonly versions: ReadonlyMap<string, ValueVersion>
}

/** Puts the end together that a fleet shall come to. */
export async function wantedEnd({ versions, ...rest }: Ending): Promise<EndState> {
  const first = await undisturbedEnd({ ...rest, version: 1 })
  if (![...versions.values()].includes(2)) return first
  const second = await undisturbedEnd({ ...rest, version: 2 })
  return new Map(
    [...first.keys(), ...second.keys()].flatMap(key => {
      const reference = versions.get(clusterIn(key) ?? '') === 2 ? second : first
      const text = reference.get(key)
      return text === undefined ? [] : [[key, text] as const]
    }),
  )
}

/** Finds differences between two ends, but for clusters that are left out; the first few, in words. */
export function differences(
  end: EndState,
  wanted: EndState,
  without: ReadonlySet<string>,
): readonly string[] {
  const isCounted = (key: string): boolean => {
    const cluster = clusterIn(key)
    // A plan counts its clusters, and a set says whether it could be applied to all of them.
    return cluster === undefined ? without.size === 0 || !sums.test(key) : !without.has(cluster)
  }
  const keys = new Set([...end.keys(), ...wanted.keys()])
  return [...keys]
    .filter(key => end.get(key) !== wanted.get(key) && isCounted(key))
    .map(key => `${key}: ${firstDifference(end.get(key), wanted.get(key))}`)
    .slice(0, MOST)
}

const sums = / (fitouts|clusterresourcesets)\./
const MOST = 5
const AROUND = 60

function firstDifference(text: string | undefined, wanted: string | undefined): string {
  if (text === undefined) return 'is not there'
  if (wanted === undefined) return 'should not be there'
  let at = 0
  while (at < text.length && text[at] === wanted[at]) at += 1
  const around = (all: string) => all.slice(Math.max(0, at - AROUND), at + AROUND)
  return `has ${around(text)} in place of ${around(wanted)}`
}

function clusterIn(key: string): string | undefined {
  return /\bcluster-\d+/.exec(key)?.[0]
}
