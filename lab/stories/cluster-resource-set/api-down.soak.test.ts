import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConfigMap, aResourceSet, manifests } from './build.ts'
import { record } from './record.ts'
import { Scene, setRef, stateOf } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await Scene.start('api-down')
})
afterAll(() => scene?.stop())

test('says InternalError when the API server has been down for five probes, and applies when it is back', async () => {
  const object = aConfigMap('outage')
  const source = aConfigMap('outage-source', { key: manifests(object) })
  const apiServer = scene.blue.controlPlane.program('kube-apiserver')
  const states = record(scene.management, setRef('outage'), stateOf)
  await apiServer.kill()
  const down = performance.now()
  await scene.deliver('outage', source, aResourceSet('outage', [source]))
  await scene.untilState('outage', 'False/InternalError', 120_000)
  expect(performance.now() - down).toBeGreaterThan(35_000)

  await apiServer.start()
  await scene.untilState('outage', 'True/Applied')
  await states.stop()
  // The way down and the end are claimed; what is told in between, on the way up, is not.
  expect(states.seen.slice(0, 2)).toEqual(['False/NotApplied', 'False/InternalError'])
  expect(states.seen.at(-1)).toBe('True/Applied')
  expect(await scene.workload.find(object)).toBeDefined()
}, 240_000)
