import { describe, expect, test } from 'vitest'
import { holderOf } from '../../engine/election/lease.ts'
import { type FaultPlan, noFaults } from '../faults/fault-plan.ts'
import type { HistoryLine } from '../faults/history.ts'
import type { FleetProcess } from './fleet-process.ts'
import { karpenterChart } from '#test/simulator/sample-packs.ts'
import { sampleObjects } from '#test/simulator/sample-plan.ts'
import { LEASE_NAMESPACE, SimulatedFleet } from './simulated-fleet.ts'

const MINUTE = 60_000

interface Elected {
  readonly fleet: SimulatedFleet
  readonly first: FleetProcess
  readonly second: FleetProcess
}

/** A fleet with two candidates, of which the first leads; it has begun to fit out its clusters. */
async function elected(clusters = 2, plan: FaultPlan = noFaults): Promise<Elected> {
  const fleet = new SimulatedFleet({ seed: 1, plan, workload: { chartOf: karpenterChart } })
  const names = Array.from({ length: clusters }, (_, index) => `cluster-${index}`)
  for (const object of sampleObjects(names)) fleet.put(object)
  const first = fleet.stand()
  await fleet.run(() => first.isLeading, MINUTE)
  const second = fleet.stand()
  await fleet.clock.advance(7000)
  return { fleet, first, second }
}

function writesOf({ fleet }: Elected, actor: string, since = 0): readonly HistoryLine[] {
  return fleet.history.lines.filter(
    line =>
      line.actor === actor && line.write !== undefined && line.t > since && !line.key?.startsWith('Lease'),
  )
}

function holder({ management }: SimulatedFleet): string {
  const leases = management.table({ group: 'coordination.k8s.io', plural: 'leases' })
  const lease = leases.get(`${LEASE_NAMESPACE}/fitout-controller`)
  return lease ? holderOf(lease) : ''
}

describe('of two candidates', () => {
  test('one leads and works, and the other writes nothing', async () => {
    const given = await elected()
    const { fleet, first, second } = given
    expect(await fleet.run(() => fleet.readyCount === 2, 10 * MINUTE)).toBe(true)
    expect([first.isLeading, second.isLeading, holder(fleet)]).toEqual([true, false, 'fitout-1'])
    expect(writesOf(given, 'fitout-1').length).toBeGreaterThan(0)
    expect(writesOf(given, 'fitout-2')).toEqual([])
  })

  test('the second takes over within 20 s of the death of the first', async () => {
    const { fleet, first, second } = await elected()
    first.actor.kill()
    expect(await fleet.run(() => second.isLeading, 20_000)).toBe(true)
    expect(await fleet.run(() => fleet.readyCount === 2, 10 * MINUTE)).toBe(true)
    expect([first.isLeading, first.actor.name, first.actor.isDead]).toEqual([false, 'fitout-3', false])
  })

  test('the second takes over within 3 s when the first is asked to end', async () => {
    const { fleet, first, second } = await elected()
    void first.stop()
    expect(await fleet.run(() => second.isLeading, 3000)).toBe(true)
  })

  test('a leader that is frozen between two writes makes the second one never, and stands for election again', async () => {
    let freezes = false
    const plan: FaultPlan = {
      ...noFaults,
      onCall: ({ actor, kind, write }) => {
        if (!freezes || actor !== 'fitout-1' || kind !== 'Event' || write === undefined) return undefined
        freezes = false
        given.first.actor.freeze()
        return undefined
      },
    }
    const given = await elected(2, plan)
    const { fleet, first, second } = given
    freezes = true
    expect(await fleet.run(() => first.actor.isFrozen, MINUTE)).toBe(true)
    expect(await fleet.run(() => second.isLeading, 20_000)).toBe(true)
    const thawedAt = fleet.clock.elapsed()
    first.actor.thaw()
    expect(await fleet.run(() => fleet.readyCount === 2, 10 * MINUTE)).toBe(true)
    expect(writesOf(given, 'fitout-1', thawedAt)).toEqual([])
    expect([first.isLeading, second.isLeading]).toEqual([false, true])
    void second.stop()
    expect(await fleet.run(() => first.isLeading, 3000)).toBe(true)
  })

  test('a leader that cannot renew its Lease stops to write before the other begins, though all else goes well', async () => {
    let isCut = false
    const plan: FaultPlan = {
      ...noFaults,
      onCall: ({ actor, kind }) =>
        isCut && kind === 'Lease' && actor === 'fitout-1'
          ? { kind: 'fail', at: 'before', code: 'Unreachable' }
          : undefined,
    }
    const given = await elected(4, plan)
    const { fleet, first, second } = given
    isCut = true
    expect(await fleet.run(() => !first.isLeading, 10_000)).toBe(true)
    const lostAt = fleet.clock.elapsed()
    expect(second.isLeading).toBe(false)
    expect(await fleet.run(() => second.isLeading, 10_000)).toBe(true)
    expect(await fleet.run(() => fleet.readyCount === 4, 10 * MINUTE)).toBe(true)
    // What was on its way then has arrived within its latency.
    expect(writesOf(given, 'fitout-1', lostAt + 10)).toEqual([])
  })
})

test('a process that lost its Lease and got it again works on', async () => {
  const isHung = { of: '' }
  const plan: FaultPlan = {
    ...noFaults,
    onCall: ({ actor, kind, server }) => {
      if (actor !== isHung.of || server !== 'management') return undefined
      if (kind === 'Lease') return { kind: 'fail', at: 'before', code: 'Unreachable' }
      return kind === 'ClusterFitout' ? { kind: 'delay', at: 'after', milliseconds: 14_000 } : undefined
    },
  }
  const fleet = new SimulatedFleet({ seed: 1, plan, workload: { chartOf: karpenterChart } })
  for (const object of sampleObjects(['cluster-0'])) fleet.put(object)
  const only = fleet.stand()
  await fleet.clock.advance(3000)
  isHung.of = 'fitout-1'
  expect(await fleet.run(() => !only.isLeading, 15_000)).toBe(true)
  isHung.of = ''
  expect(await fleet.run(() => only.isLeading, 15_000)).toBe(true)
  expect(fleet.log.filter(({ message }) => message === 'leading')).toHaveLength(2)
  expect(await fleet.run(() => fleet.readyCount === 1, 10 * MINUTE)).toBe(true)
})
