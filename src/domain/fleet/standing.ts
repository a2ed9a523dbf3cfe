import { readInstant } from '../plan/step-status.ts'
import { standingWords } from '../words/standing-words.ts'
import { type FleetCluster, type FleetSnapshot, idOf } from './fleet-snapshot.ts'
import { stepOf, timeInState } from './time-in-state.ts'

/** Where a cluster of a fleet stands, in the words in which `fitout why` begins. */
export function standing(cluster: FleetCluster, fleet: FleetSnapshot): string {
  const [id, step, now] = [idOf(cluster), stepOf(cluster), readInstant(fleet.asOf)]
  const isRunning = cluster.state === 'FittingOut'
  if (step === undefined && !isRunning) return `${id} is ${cluster.state}`
  const { since, timeoutMs } = timeInState(cluster, fleet)
  return standingWords({
    cluster: id,
    state: isRunning && step ? step.state : cluster.state,
    step: step?.name,
    steps: cluster.steps.map(({ name }) => name),
    spentMs: since === undefined || now === undefined ? undefined : now - since,
    timeoutMs,
  })
}
