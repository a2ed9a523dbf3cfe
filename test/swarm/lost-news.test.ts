import { expect, test } from 'vitest'
import type { FaultPlan } from '../../src/simulator/faults/fault-plan.ts'
import { Scene } from './scene.ts'
import { gates } from './swarm-plan.ts'

/** Of the writes to a Cluster the fourth opens the second gate. */
const SECOND_GATE = 4

test('a gate whose answer and whose news are lost is found out about, and not opened again and again', async () => {
  let [writes, lostNews] = [0, 0]
  const plan: FaultPlan = {
    onCall: ({ key, op }) => {
      if (key !== 'Cluster default/cluster-0' || op !== 'apply' || ++writes !== SECOND_GATE) return undefined
      return { kind: 'fail', at: 'after', code: 'Timeout' }
    },
    onDeliver: ({ kind }) => {
      if (kind !== 'Cluster' || writes < SECOND_GATE || ++lostNews > 1) return undefined
      return { kind: 'drop' }
    },
  }
  const scene = new Scene({ beginning: { clusters: 1, steps: 6, edition: 'base', version: 1 }, plan })
  scene.fleet.start()
  expect(await scene.fleet.run(() => lostNews === 1, 10_000)).toBe(true)
  expect(scene.cluster('cluster-0')?.metadata.labels).toHaveProperty([gates.flux])
  expect(await scene.fleet.run(() => scene.isReady(), 60_000)).toBe(true)
  const refused = scene.audit.lines.filter(({ op, status }) => op === 'apply' && status === 'Conflict')
  expect(refused.length).toBeLessThan(2)
})
