import { describe, expect, test } from 'vitest'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { conditionOf, setMessageOf } from './fleet-condition.ts'
import type { FleetBench } from './fleet-bench.ts'
import { aWorkload, nodeOf, phaseOf, podsOf } from './fleet-pods.ts'

const POOL = 'karpenter.sh/nodepool'

/** What Karpenter does with pools, and with pods that have no node. */
export function karpenterContract(bench: FleetBench): void {
  /** Makes a NodePool; the first one waits until Karpenter is installed. */
  const aPool = async (): Promise<string> => {
    const name = bench.name()
    await bench.workload.until('Karpenter is installed', () => bench.workload.isServed('NodePool'))
    const spec = { template: { spec: { nodeClassRef: bench.fleet.nodeClassRef, requirements: [] } } }
    await bench.workload.create(bench.object('NodePool', name, { spec }))
    return name
  }
  /** Makes a Deployment whose pod selects a pool. */
  const aPodFor = async (pool: string, more: Readonly<Record<string, string>> = {}): Promise<string> => {
    const deployment = aWorkload(bench, 'Deployment', { nodeSelector: { [POOL]: pool, ...more } })
    await bench.workload.create(deployment)
    return deployment.metadata.name
  }
  const ofPool = (kind: string, pool: string): Promise<readonly KubeObject[]> =>
    bench.workload.list(kind, `${POOL}=${pool}`)

  describe('a NodePool', () => {
    test('gets ready', async () => {
      const name = await aPool()
      const pool = await bench.workload.untilSays('NodePool', name, 'Ready True')
      expect([setMessageOf(pool, 'Ready'), bench.health(pool)]).toEqual(['True Ready', 'Current'])
      expect(conditionOf(pool, 'Ready')?.observedGeneration).toBe(pool.metadata.generation)
    })

    test('has no node as long as no pod asks for one', async () => {
      const [name, other] = [await aPool(), await aPool()]
      await bench.workload.untilSays('NodePool', name, 'Ready True')
      await bench.untilCurrent('Deployment', await aPodFor(other))
      expect([await ofPool('NodeClaim', name), await ofPool('Node', name)]).toEqual([[], []])
    })

    test('makes no node for a pod that would not fit on it', async () => {
      const [name, other] = [await aPool(), await aPool()]
      await bench.workload.untilSays('NodePool', name, 'Ready True')
      const app = await aPodFor(name, { 'contract.fitout.dev/node': 'none' })
      await bench.workload.until('its pod is there', async () => (await podsOf(bench, app)).length === 1)
      await bench.untilCurrent('Deployment', await aPodFor(other))
      expect([await ofPool('NodeClaim', name), await ofPool('Node', name)]).toEqual([[], []])
    })

    test('gives a pod that selects it a NodeClaim and a node that are ready, and the pod runs there', async () => {
      const pool = await aPool()
      const app = await aPodFor(pool)
      await bench.untilCurrent('Deployment', app)
      const [claims, nodes] = [await ofPool('NodeClaim', pool), await ofPool('Node', pool)]
      expect([claims.length, nodes.length]).toEqual([1, 1])
      expect((await podsOf(bench, app)).map(pod => [phaseOf(pod), nodeOf(pod)])).toEqual([
        ['Running', nodes[0]?.metadata.name],
      ])
      await bench.workload.untilSays('Node', nodes[0]?.metadata.name ?? '', 'Ready True')
      await bench.workload.untilSays('NodeClaim', claims[0]?.metadata.name ?? '', 'Ready True Ready')
      const claim = await bench.workload.get('NodeClaim', claims[0]?.metadata.name ?? '')
      expect(['Launched', 'Registered', 'Initialized'].map(type => conditionOf(claim, type)?.status)).toEqual(
        ['True', 'True', 'True'],
      )
      expect(claim['status']).toMatchObject({ nodeName: nodes[0]?.metadata.name })
    })
  })
}
