import { type EndState, endOf } from './end-state.ts'
import { Scene } from './scene.ts'
import type { Beginning, Edition, ValueVersion } from './swarm-plan.ts'

/** Longer than a fleet needs until nothing moves any more. */
const SETTLED_MS = 120_000
const LIMIT_MS = 600_000

const references = new Map<string, Promise<EndState>>()

/** How a fleet ends in which nothing goes wrong, and that is what it shall be from its beginning. */
function referenceEnd(beginning: Beginning): Promise<EndState> {
  const key = JSON.stringify(beginning)
  const known = references.get(key) ?? runUndisturbed(beginning)
  references.set(key, known)
  return known
}

async function runUndisturbed(beginning: Beginning): Promise<EndState> {
  const scene = new Scene({ beginning })
  scene.fleet.start()
  const isReady = await scene.fleet.run(() => scene.isReady(), LIMIT_MS)
  if (!isReady) throw new Error('cannot tell how a fleet ends: it does not get ready even undisturbed')
  await scene.fleet.clock.advance(SETTLED_MS)
  return endOf(scene)
}

/** How a fleet shall end: each cluster as one that had its last value from the beginning. */
export interface Ending {
  readonly clusters: number
  readonly steps: number
  readonly edition: Edition
  readonly versions: ReadonlyMap<string, ValueVersion>
}

/** Puts the end together that a fleet shall come to. */
export async function wantedEnd({ versions, ...rest }: Ending): Promise<EndState> {
  const first = await referenceEnd({ ...rest, version: 1 })
  if (![...versions.values()].includes(2)) return first
  const second = await referenceEnd({ ...rest, version: 2 })
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
  const keys = [...new Set([...end.keys(), ...wanted.keys()])].filter(isCounted)
  return keys
    .filter(key => end.get(key) !== wanted.get(key))
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
