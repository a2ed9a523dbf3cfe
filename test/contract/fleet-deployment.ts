import { describe, expect, test } from 'vitest'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { conditionOf, isObserved, setMessageOf, statusOf } from './fleet-condition.ts'
import type { FleetBench } from './fleet-bench.ts'
import { aWorkload, imagesOf, nodeOf, phaseOf, podsOf, untilNoPods } from './fleet-pods.ts'

const NOWHERE = { 'contract.fitout.dev/node': 'none' }

/** What Deployments and their pods do. */
export function deploymentContract(bench: FleetBench): void {
  const aDeployment = async (given: Parameters<typeof aWorkload>[2] = {}): Promise<string> => {
    const deployment = aWorkload(bench, 'Deployment', given)
    await bench.workload.create(deployment)
    return deployment.metadata.name
  }

  describe('a Deployment', () => {
    test('gets current, and says how many pods it has', async () => {
      const name = await aDeployment({ replicas: 2 })
      const deployment = await bench.untilCurrent('Deployment', name)
      expect(countsOf(deployment)).toEqual({
        observedGeneration: deployment.metadata.generation,
        replicas: 2,
        updatedReplicas: 2,
        readyReplicas: 2,
        availableReplicas: 2,
      })
      expect([setMessageOf(deployment, 'Available'), setMessageOf(deployment, 'Progressing')]).toEqual([
        'True MinimumReplicasAvailable',
        'True NewReplicaSetAvailable',
      ])
    })

    test('has one pod unless told, which runs on a node and is ready', async () => {
      const name = await aDeployment()
      await bench.untilCurrent('Deployment', name)
      const pods = await podsOf(bench, name)
      expect(pods.map(pod => [phaseOf(pod), conditionOf(pod, 'Ready')?.status])).toEqual([
        ['Running', 'True'],
      ])
      expect(conditionOf(pods[0] ?? bench.object('Pod', ''), 'PodScheduled')?.status).toBe('True')
      expect(
        await bench.workload.find('Node', nodeOf(pods[0] ?? bench.object('Pod', '')) ?? ''),
      ).toBeDefined()
    })

    test('counts a new generation with each change of its spec, and says which one it has seen', async () => {
      const name = await aDeployment()
      await bench.untilCurrent('Deployment', name)
      await bench.workload.changeSpec('Deployment', name, { replicas: 2 })
      const changed = await bench.untilCurrent('Deployment', name)
      expect([changed.metadata.generation, isObserved(changed)]).toEqual([2, true])
      expect(await podsOf(bench, name)).toHaveLength(2)
    })

    test('is current without pods when it is scaled to none, and has them again when it is scaled back', async () => {
      const name = await aDeployment()
      await bench.untilCurrent('Deployment', name)
      await bench.workload.changeSpec('Deployment', name, { replicas: 0 })
      await untilNoPods(bench, name)
      const none = await bench.untilCurrent('Deployment', name)
      expect(countsOf(none)).toEqual({ observedGeneration: 2 })
      await bench.workload.changeSpec('Deployment', name, { replicas: 1 })
      expect(countsOf(await bench.untilCurrent('Deployment', name))).toMatchObject({ readyReplicas: 1 })
    })

    test('replaces its pods when its template changes', async () => {
      const name = await aDeployment()
      const { template } = (await bench.untilCurrent('Deployment', name))['spec'] as {
        readonly template: { readonly spec: object }
      }
      const containers = [{ name: 'main', image: 'example.com/contract:2.0.0' }]
      await bench.workload.changeSpec('Deployment', name, {
        template: { ...template, spec: { ...template.spec, containers } },
      })
      await bench.untilCurrent('Deployment', name)
      await bench.workload.until('the pods of before are gone', async () => {
        return (await bench.workload.list('Pod', `app=${name}`)).length === 1
      })
      expect((await podsOf(bench, name)).map(imagesOf)).toEqual([['example.com/contract:2.0.0']])
    })

    test('is in progress while its pod fits no node, and the pod says so', async () => {
      const name = await aDeployment({ nodeSelector: NOWHERE })
      await bench.workload.until('its pod says that it fits nowhere', async () => {
        const [pod] = await podsOf(bench, name)
        return pod !== undefined && setMessageOf(pod, 'PodScheduled') === 'False Unschedulable'
      })
      const [pod] = await podsOf(bench, name)
      expect(pod && [phaseOf(pod), nodeOf(pod)]).toEqual(['Pending', undefined])
      const deployment = await bench.workload.untilSays(
        'Deployment',
        name,
        'Progressing True ReplicaSetUpdated',
      )
      expect([bench.health(deployment), setMessageOf(deployment, 'Available')]).toEqual([
        'InProgress',
        'False MinimumReplicasUnavailable',
      ])
      expect(countsOf(deployment)).toEqual({
        observedGeneration: 1,
        replicas: 1,
        updatedReplicas: 1,
        unavailableReplicas: 1,
      })
    })

    test('goes on when a node comes that its pod fits on', async () => {
      const label = bench.name()
      const name = await aDeployment({ nodeSelector: { [label]: 'yes' } })
      await bench.workload.until('its pod is there', async () => (await podsOf(bench, name)).length === 1)
      await bench.fleet.addNode(`node-${label}`, { [label]: 'yes' })
      await bench.untilCurrent('Deployment', name)
      expect((await podsOf(bench, name)).map(nodeOf)).toEqual([`node-${label}`])
    })

    test('replaces a pod that is deleted', async () => {
      const name = await aDeployment()
      await bench.untilCurrent('Deployment', name)
      const [pod] = await podsOf(bench, name)
      await bench.workload.delete('Pod', pod?.metadata.name ?? '')
      await bench.workload.until('another pod is there', async () => {
        const [other] = await podsOf(bench, name)
        return other !== undefined && other.metadata.uid !== pod?.metadata.uid
      })
      await bench.untilCurrent('Deployment', name)
      expect((await podsOf(bench, name)).map(phaseOf)).toEqual(['Running'])
    })

    test('takes its pods along when it is deleted', async () => {
      const name = await aDeployment()
      await bench.untilCurrent('Deployment', name)
      await bench.workload.delete('Deployment', name)
      await untilNoPods(bench, name)
      expect(await bench.workload.find('Deployment', name)).toBeUndefined()
    })
  })
}

const counted = new Set([
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
])

/** What the status of a Deployment counts and kstatus reads. A count of none is not written. */
function countsOf(deployment: KubeObject): object {
  return Object.fromEntries(Object.entries(statusOf(deployment)).filter(([name]) => counted.has(name)))
}
