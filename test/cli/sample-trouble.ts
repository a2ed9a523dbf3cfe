import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { sampleConnection } from '../simulator/sample-plan.ts'
import { sampleFleet } from '../simulator/sample-fleet.ts'
import type { SimulatedFleet } from '../../src/simulator/fleet/simulated-fleet.ts'
import { putLease } from './sample-world.ts'

/** For tests: a fleet of four clusters after a minute. Two of them lack a key of their Secret, one more has no Fitout. */
export async function troubledFleet(): Promise<SimulatedFleet> {
  const { fleet } = sampleFleet(4, { seed: 1 })
  for (const name of ['cluster-1', 'cluster-2']) fleet.put(lackingKey(name))
  fleet.put({
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name: 'lonely', namespace: 'default' },
    spec: {},
  })
  await fleet.clock.advance(60_000)
  putLease(fleet, fleet.clock.now())
  return fleet
}

function lackingKey(cluster: string): KubeObject {
  return { ...sampleConnection(cluster), stringData: { region: 'eu-west-1' } }
}
