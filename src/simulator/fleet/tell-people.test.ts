import { describe, expect, test } from 'vitest'
import type { SendResult } from '../../controller/world/notification-sink.ts'
import type { Notification } from '../../domain/notify/notification.ts'
import { karpenterChart } from '#test/simulator/sample-packs.ts'
import { sampleObjects } from '#test/simulator/sample-plan.ts'
import { SimulatedFleet } from './simulated-fleet.ts'

const MINUTE = 60_000

interface Sent {
  readonly by: string
  readonly t: number
  readonly notification: Notification
}

/** A fleet of so many clusters whose controllers tell what they have to tell to someone who answers like this. */
function aFleet(count: number, answer: () => Promise<SendResult> = async () => ({ kind: 'delivered' })) {
  const sent: Sent[] = []
  const fleet = new SimulatedFleet({
    seed: 1,
    workload: { chartOf: karpenterChart },
    notifications: ({ name: by }) => ({
      name: 'people',
      send: async notification => {
        sent.push({ by, t: fleet.clock.elapsed(), notification })
        return answer()
      },
    }),
  })
  const names = Array.from({ length: count }, (_, index) => `cluster-${index}`)
  for (const object of sampleObjects(names)) fleet.put(object)
  return { fleet, sent, said: () => sent.map(({ by, notification }) => `${by} ${firstLine(notification)}`) }
}

function firstLine({ message }: Notification): string {
  return message.split('\n')[0] ?? ''
}

function takeSecret(fleet: SimulatedFleet, cluster: string): void {
  const metadata = { name: `${cluster}-eks-connection`, namespace: 'default' }
  fleet.delete({ apiVersion: 'v1', kind: 'Secret', metadata })
}

const missing =
  'Cluster default/cluster-0 is Held at step karpenter: Secret "cluster-0-eks-connection" does not exist'

describe('People are notified', () => {
  test('once that a cluster needs them, and once that it is ready', async () => {
    const { fleet, said } = aFleet(2)
    takeSecret(fleet, 'cluster-0')
    fleet.start()
    await fleet.clock.advance(20 * MINUTE)
    expect(said()).toEqual([`fitout-1 ${missing}`, 'fitout-1 Cluster default/cluster-1 is Ready'])
    for (const object of sampleObjects(['cluster-0']).filter(({ kind }) => kind === 'Secret'))
      fleet.put(object)
    await fleet.clock.advance(20 * MINUTE)
    expect(said().slice(2)).toEqual(['fitout-1 Cluster default/cluster-0 is Ready'])
  })

  test('again by the next controller, under the same key, so that nothing is lost with the one before', async () => {
    const { fleet, sent, said } = aFleet(1)
    takeSecret(fleet, 'cluster-0')
    fleet.start()
    await fleet.clock.advance(20 * MINUTE)
    fleet.kill()
    await fleet.clock.advance(20 * MINUTE)
    expect(said()).toEqual([`fitout-1 ${missing}`, `fitout-2 ${missing}`])
    expect(sent[1]?.notification.key).toBe(sent[0]?.notification.key)
  })

  test('nothing by the next controller about clusters that are ready for long', async () => {
    const { fleet, said } = aFleet(1)
    fleet.start()
    await fleet.clock.advance(20 * MINUTE)
    fleet.kill()
    await fleet.clock.advance(20 * MINUTE)
    expect(said()).toEqual(['fitout-1 Cluster default/cluster-0 is Ready'])
  })

  test('of a cluster that cannot be read for long', async () => {
    const { fleet, said } = aFleet(1)
    fleet.start()
    await fleet.clock.advance(20 * MINUTE)
    fleet.links.get('default/cluster-0')?.set({ kind: 'down' })
    await fleet.clock.advance(MINUTE)
    expect(said()).toHaveLength(1)
    await fleet.clock.advance(5 * MINUTE)
    expect(said()[1]).toBe('fitout-1 Cluster default/cluster-0 is Unknown: API server cannot be reached')
  })

  test('in one message of the same with many clusters', async () => {
    const { fleet, said, sent } = aFleet(12)
    for (let index = 0; index < 12; index += 1) takeSecret(fleet, `cluster-${index}`)
    fleet.start()
    await fleet.clock.advance(10 * MINUTE)
    const told = sent.flatMap(({ notification }) => notification.facts.map(({ cluster }) => cluster.name))
    expect(new Set(told).size).toBe(12)
    expect(told).toHaveLength(12)
    expect(said()[0]).toMatch(
      /^fitout-1 \d+ clusters of Fitout default\/eks are not ready at step karpenter: HandOverSecretMissing$/,
    )
    expect(sent.length).toBeLessThanOrEqual(2)
  })
})

/** When all clusters were ready, if people answer like this. */
async function readyAt(answer?: () => Promise<SendResult>): Promise<number> {
  const { fleet } = aFleet(3, answer)
  fleet.start()
  await fleet.run(() => fleet.readyCount === 3, 20 * MINUTE)
  const t = fleet.clock.elapsed()
  await fleet.stop()
  return t
}

describe('A receiver that hangs', () => {
  test('delays nothing', async () => {
    expect(await readyAt(() => new Promise(() => {}))).toBe(await readyAt())
  })
})

test('no message holds a value of a Secret', async () => {
  const { fleet, sent } = aFleet(3)
  takeSecret(fleet, 'cluster-0')
  fleet.start()
  await fleet.clock.advance(20 * MINUTE)
  const text = JSON.stringify(sent)
  expect(text).toContain('cluster-0')
  expect(text).not.toMatch(/queue-|arn:aws/)
})
