import { names } from '../api/api-names.ts'
import { dns1123LabelProblems } from '../names/dns-name.ts'

/** Which Clusters a controller works on. Two different ones share no Cluster, unless one of them is `all`. */
export type Shard =
  | { readonly kind: 'all' }
  /** Clusters without the label: those of the main controller of a fleet with shards. */
  | { readonly kind: 'main' }
  /** Clusters whose label has this value. */
  | { readonly kind: 'labelled'; readonly key: string }

/** All Clusters, whatever their labels. */
export const allClusters: Shard = { kind: 'all' }

// Anything else could overlap with another one.
const shardSelectors = [`${names.shardLabel}=<name>`, `!${names.shardLabel}`] as const

/** What a selector means, or what is wrong with it. */
export type ShardReading =
  | { readonly kind: 'valid'; readonly shard: Shard }
  | { readonly kind: 'invalid'; readonly problem: string }

/** Reads `--watch-label-selector`. The value becomes a part of the name of a Lease, so it must be a DNS label. */
export function readShard(selector: string): ShardReading {
  if (selector === `!${names.shardLabel}`) return { kind: 'valid', shard: { kind: 'main' } }
  const [label, key, ...rest] = selector.split('=')
  if (label !== names.shardLabel || key === undefined || rest.length > 0) {
    const forms = shardSelectors.map(form => `"${form}"`).join(' nor ')
    return { kind: 'invalid', problem: `${JSON.stringify(selector)} is neither ${forms}` }
  }
  const [problem] = dns1123LabelProblems(key)
  if (problem === undefined) return { kind: 'valid', shard: { kind: 'labelled', key } }
  return { kind: 'invalid', problem: `${JSON.stringify(key)} cannot be the name of a shard: ${problem}` }
}

/** Whether a Cluster with these labels belongs to a shard. */
export function isInShard(shard: Shard, labels: Readonly<Record<string, string>> = {}): boolean {
  const key = labels[names.shardLabel]
  switch (shard.kind) {
    case 'all':
      return true
    case 'main':
      return key === undefined
    case 'labelled':
      return key === shard.key
    default:
      return shard satisfies never
  }
}

/** The Lease that the controllers of a shard elect their leader with. `all` and `main` never run at once: it is the same. */
export function leaseNameOf(shard: Shard): string {
  return shard.kind === 'labelled' ? `${LEASE}-${shard.key}` : LEASE
}

const LEASE = 'fitout-controller'

/** Whether the controllers of a shard write the status of Fitouts. One writer: it counts the clusters of all shards. */
export function writesFitouts({ kind }: Shard): boolean {
  return kind !== 'labelled'
}
