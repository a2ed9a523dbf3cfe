import { partOf } from '../../src/domain/object/fields.ts'
import { allClusters } from '../../src/domain/shard/shard.ts'
import { podLabels } from '../../src/domain/install/objects/controller-deployment.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import type { SimulatedFleet } from '../../src/simulator/fleet/simulated-fleet.ts'
import { installedResource } from '../../src/cli/install/object-resource.ts'

const namespace = 'fitout-system'
const podNames = ['fitout-controller-1', 'fitout-controller-2']
const deployments = installedResource('apps/v1', 'Deployment')

/** For tests: lets the controller of an installation run, as a kubelet and a Deployment controller would. */
export async function runController(fleet: SimulatedFleet): Promise<void> {
  const api = fleet.management.api('kubelet')
  const deployment = await api.get({ resource: deployments, namespace, name: 'fitout-controller' })
  const replicas = Number(partOf(deployment, 'spec')['replicas'])
  const status = {
    observedGeneration: deployment.metadata.generation,
    replicas,
    updatedReplicas: replicas,
    availableReplicas: replicas,
  }
  await api.update(deployments, { ...deployment, status }, { fieldManager: 'kubelet', subresource: 'status' })
  for (const name of podNames) fleet.put(pod(name))
  const now = new Date(fleet.clock.now()).toISOString().replace('Z', '000Z')
  fleet.put({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'fitout-controller', namespace },
    spec: { holderIdentity: 'fitout-controller-1_uuid', renewTime: now, leaseDurationSeconds: 15 },
  })
}

/** For tests: lets the Pods of a Deployment go with it. */
export function endPods(fleet: SimulatedFleet): void {
  for (const name of podNames) fleet.delete({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace } })
}

function pod(name: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels: podLabels(allClusters) },
    spec: { containers: [{ name: 'controller', image: 'registry.example/fitout:0.1.0' }] },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  }
}
