import { afterEach, beforeEach, expect, test } from 'vitest'
import { aStep } from '#test/domain/sample-fitout.ts'
import { handOverName } from '../../domain/hand-over/wrap/hand-over-name.ts'
import { aPlan, done, gatesOf, prepare, statusOf, VALUES } from '#test/simulator/small-plan.ts'
import { SmallWorld, head } from '#test/simulator/small-world.ts'

const SECOND = 1000
const message =
  'The cluster does not accept all objects that are rendered from ConfigMap "template"; Cluster API will apply them again'
const rendered = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'rendered', namespace: 'default' } }

let world: SmallWorld
beforeEach(async () => {
  world = new SmallWorld()
  await prepare(world)
  const gate = { label: VALUES }
  const { apiVersion, kind, metadata } = done
  const proof = { objects: [{ apiVersion, kind, ...metadata }] }
  await world.put({ ...head('configMap', 'template'), data: { 'a.yaml': JSON.stringify(rendered) } })
  await world.put(aPlan('test', [aStep('values', { gate, render: ['template'], proof })]))
})
afterEach(() => world.stop())

test('A rendered object that the cluster refuses does not keep the gate shut, and is told once it is open', async () => {
  await sayApplied(false)
  world.start()
  await world.clock.advance(30 * SECOND)
  expect(await gatesOf(world)).toEqual([VALUES])
  expect(await statusOf(world)).toMatchObject({
    state: 'FittingOut',
    steps: [{ name: 'values', state: 'Delivering', reason: 'NotApplied', message }],
    cause: { reason: 'NotApplied', message },
  })
})

test('It is told no more once Cluster API has applied all of it', async () => {
  await sayApplied(false)
  world.start()
  await world.clock.advance(30 * SECOND)
  await sayApplied(true)
  await world.clock.advance(30 * SECOND)
  expect(await statusOf(world)).toMatchObject({ steps: [{ state: 'Proving', reason: 'ProofInProgress' }] })
})

test('What is proven is Ready, whatever else was rendered', async () => {
  await sayApplied(false)
  world.start()
  await world.make(done)
  await world.clock.advance(30 * SECOND)
  expect(await statusOf(world)).toMatchObject({ state: 'Ready' })
})

/** What Cluster API puts into the binding when it has tried to apply the hand-over. */
async function sayApplied(applied: boolean): Promise<void> {
  const { uid = '' } = (await world.get('cluster', 'blue')).metadata
  const name = handOverName({ uid }, 'values')
  const resource = {
    kind: 'Secret',
    name,
    hash: 'sha256:1',
    applied,
    lastAppliedTime: world.management.timestamp(),
  }
  const bindings = [{ clusterResourceSetName: name, resources: [resource] }]
  await world.put({ ...head('binding', 'blue'), spec: { clusterName: 'blue', bindings } })
}
