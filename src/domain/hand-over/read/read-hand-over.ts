import type { FitoutStep } from '../../api/schema/fitout-schema.ts'
import type { ClusterIdentity, SourceLookup } from '../cluster-identity.ts'
import { type HandOverHold, type HandOverResult, sortHolds } from '../hand-over-hold.ts'
import { type HandedOverValue, type Variables, handedOverVariables } from '../render/handed-over-variables.ts'
import { KeyReader } from './read-key.ts'
import { readSecret } from './read-secret.ts'
import { type TargetSecret, gatherTargets } from './target-secret.ts'

/** What is needed to read the values of a step. */
export interface HandOverRequest {
  readonly step: Pick<FitoutStep, 'handOver'>
  readonly cluster: ClusterIdentity
  /** Finds a Secret in the namespace of the Cluster. Never asked for one that is reserved. */
  readonly secrets: SourceLookup
}

/** The values of a step, for the workload cluster and for templates. */
export interface ReadHandOver {
  readonly targets: readonly TargetSecret[]
  readonly variables: Variables
  /** Keys that give no variable of their name in capitals, because the Cluster has one of that name. */
  readonly shadowed: readonly string[]
}

/** Reads and checks all values of a step, or lists everything that keeps them from being handed over. */
export function readHandOver({ step, cluster, secrets }: HandOverRequest): HandOverResult<ReadHandOver> {
  const values: HandedOverValue[] = []
  const holds: HandOverHold[] = []
  for (const { from, to, keys } of step.handOver ?? []) {
    const reading = readSecret(from.secret, cluster, secrets)
    if ('hold' in reading) {
      holds.push(reading.hold)
      continue
    }
    const reader = new KeyReader(reading.secret)
    for (const [name, rule] of Object.entries(keys)) {
      const key = reader.read(name, rule)
      if ('hold' in key) holds.push(key.hold)
      else
        values.push({
          ...key.read,
          name,
          path: rule.path ?? name,
          secret: reading.secret.name,
          to,
          as: rule.as ?? name,
        })
    }
  }
  const { targets, taken } = gatherTargets(values)
  const all = sortHolds([...holds, ...taken])
  return all.length > 0 ? { ok: false, holds: all } : { ok: true, targets, ...handedOverVariables(values) }
}
