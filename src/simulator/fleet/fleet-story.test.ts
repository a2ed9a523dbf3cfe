import { expect, test } from 'vitest'
import { sampleFleet } from '#test/simulator/sample-fleet.ts'

const steps = ['cni', 'flux', 'karpenter', 'nodes']

test('three clusters get ready, each gate in its order and on the proof of what it needs', async () => {
  const { opened, untilReady } = sampleFleet(3, { seed: 1 })

  expect(await untilReady()).toBe(true)

  const of = (cluster: string) => opened.filter(gate => gate.cluster === cluster).map(({ step }) => step)
  expect([0, 1, 2].map(index => of(`default/cluster-${index}`))).toEqual([steps, steps, steps])
  expect(opened.filter(({ problem }) => problem !== undefined)).toEqual([])
})

test('what was handed over has arrived', async () => {
  const { fleet, untilReady } = sampleFleet(1, { seed: 1 })
  await untilReady()

  const secret = await fleet.workloads
    .get('default/cluster-0')
    ?.api()
    .get({
      resource: { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', scope: 'Namespaced' },
      namespace: 'karpenter',
      name: 'eks-connection',
    })
  expect(secret?.['data']).toEqual({ queue: btoa('queue-of-cluster-0') })
})

test('once all is ready nothing is written any more, and not by the next controller either', async () => {
  const { fleet, untilReady } = sampleFleet(2, { seed: 1 })
  await untilReady()
  await fleet.clock.advance(60_000)
  const writes = () => fleet.history.lines.filter(({ write }) => write !== undefined).length
  const before = writes()

  await fleet.clock.advance(600_000)
  expect(writes()).toBe(before)

  fleet.kill()
  await fleet.clock.advance(600_000)
  expect([fleet.starts, writes(), fleet.readyCount]).toEqual([2, before, 2])
})

test('the same seed gives the same history, byte for byte, and another one does not', async () => {
  const histories = []
  for (const seed of [7, 7, 8]) {
    const { fleet, untilReady } = sampleFleet(3, { seed })
    await untilReady()
    histories.push(fleet.history.toText())
  }
  expect(histories[1]).toBe(histories[0])
  expect(histories[2]).not.toBe(histories[0])
})

test('two controllers at once do no harm: the second write onto a Cluster is a conflict, and in the end both are silent', async () => {
  const { fleet, opened, untilReady } = sampleFleet(2, { seed: 1 })
  await fleet.clock.advance(5050)
  fleet.start()
  expect(await untilReady()).toBe(true)
  await fleet.clock.advance(60_000)
  const writes = () => fleet.history.lines.filter(({ write }) => write !== undefined)
  const before = writes().length
  await fleet.clock.advance(600_000)

  expect(writes().length).toBe(before)
  expect(opened.map(({ step, problem }) => problem ?? step).toSorted()).toEqual(
    [...steps, ...steps].toSorted(),
  )
  expect(
    writes().some(({ key, status }) => key === 'Cluster default/cluster-0' && status === 'Conflict'),
  ).toBe(true)
})

test('a controller that died is not started again when another one was meanwhile', async () => {
  const { fleet } = sampleFleet(1, { seed: 1 })
  await fleet.clock.advance(100)
  fleet.kill()
  fleet.start()
  await fleet.clock.advance(60_000)
  expect(fleet.starts).toBe(2)
})

test('a controller asks a cluster once for each version of an API, however many proofs need it', async () => {
  const { fleet, untilReady } = sampleFleet(1, { seed: 1 })
  await untilReady()
  fleet.kill()
  await fleet.clock.advance(10_000)
  const asked = fleet.history.lines.filter(({ op, actor }) => op === 'discover' && actor === 'fitout-2')
  expect(asked.length).toBeGreaterThan(3)
  expect(new Set(asked.map(({ key }) => key)).size).toBe(asked.length)
})
