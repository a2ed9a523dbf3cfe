import { below, pick } from '../../src/simulator/clock/seeded-random.ts'
import type { Trouble } from './scene.ts'
import { kill } from './trouble-processes.ts'

/** No connection to a server, the management cluster among them. */
export const cutLink: Trouble = (scene, random) => {
  const name = pick(random, ['management', ...scene.names]) ?? 'management'
  if (!scene.lost.has(name)) scene.link(name)?.set({ kind: 'down' })
  return () => scene.reach(name)
}

/** A connection on which nothing comes. */
export const silenceLink: Trouble = (scene, random) => {
  const name = pick(random, ['management', ...scene.names]) ?? 'management'
  if (!scene.lost.has(name)) scene.link(name)?.set({ kind: 'silent' })
  return () => scene.reach(name)
}

/** A server closes its watches. */
export const endWatches: Trouble = ({ fleet }, random) => {
  pick(random, [fleet.management, ...fleet.workloads.values()])?.endWatches()
  return undefined
}

/** A server forgets what was. */
export const compact: Trouble = ({ fleet }, random) => {
  pick(random, [fleet.management, ...fleet.workloads.values()])?.compact()
  return undefined
}

/** A server of the management cluster that lags behind; a controller may be started onto it. */
export const staleView: Trouble = (scene, random) => {
  const { view, fleet } = scene
  if (random() < 0.5) view.freeze()
  else view.follow(1 + below(random, 40))
  if (random() < 0.5) fleet.clock.after(below(random, 5000), () => kill(scene, random))
  return () => view.follow()
}

/** A server gives its lists in small pieces. */
export const smallPages: Trouble = (scene, random) => {
  scene.pageLimit = 1 + below(random, 3)
  return () => (scene.pageLimit = undefined)
}

/** A right is taken away. */
export const forbid: Trouble = ({ forbidden }, random) => {
  const kinds = ['Cluster', 'ClusterFitout', 'Secret', 'ClusterResourceSet', 'Fitout', 'ConfigMap', 'Event']
  const kind = pick(random, kinds) ?? 'Cluster'
  forbidden.add(kind)
  return () => forbidden.delete(kind)
}
