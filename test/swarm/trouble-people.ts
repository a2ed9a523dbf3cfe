import { names } from '../../src/domain/api/api-names.ts'
import { pick } from '../../src/simulator/clock/seeded-random.ts'
import { changeCluster, deleteCluster, setPaused } from './hands.ts'
import { isThere } from './cluster-state.ts'
import type { Scene, Trouble } from './scene.ts'
import { type Edition, gates, lastEditions } from './swarm-plan.ts'

/** Someone pauses a Cluster. */
export const pause: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  setPaused(scene, name, true)
  return () => setPaused(scene, name, false)
}

/** The plan is edited; what cannot be its last edition does not stay. */
export const editPlan: Trouble = (scene, random) => {
  const editions: readonly Edition[] = [...lastEditions, 'shortened', 'unproven']
  const others = editions.filter(edition => edition !== scene.edition)
  scene.edit(pick(random, others) ?? 'base')
  return () => {
    if (!lastEditions.includes(scene.edition)) scene.edit('base')
  }
}

/** A Cluster is deleted, and recreated under its name as soon as it is gone. */
export const recreateCluster: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  if (scene.lost.has(name) || scene.astray.has(name) || !isThere(scene.cluster(name))) return undefined
  deleteCluster(scene, name)
  return undefined
}

/** A Cluster is not selected by the plan for a while. */
export const letGo: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  // While its kubeconfig leads elsewhere, the one that is taken again would be taken for another: that needs a person.
  if (scene.astray.has(name)) return undefined
  const setProfile = (profile: string) =>
    changeCluster(scene, name, cluster => {
      const labels = { ...cluster.metadata.labels, [names.profileLabel]: profile }
      return { ...cluster, metadata: { ...cluster.metadata, labels } }
    })
  setProfile('none')
  return () => setProfile('eks')
}

/** A user takes the label of a gate away, gives it another value, or sets it before its time. */
export const tamperGate: Trouble = (scene, random) => {
  const [name = '', gate = gates.cni] = [pick(random, scene.names), pick(random, Object.values(gates))]
  const value = pick(random, [undefined, 'false', 'true'])
  setLabel(scene, { name, gate, value })
  if (value === undefined) return undefined
  return () => setLabel(scene, { name, gate, value: undefined })
}

interface Labelling {
  readonly name: string
  readonly gate: string
  readonly value: string | undefined
}

function setLabel(scene: Scene, { name, gate, value }: Labelling): void {
  changeCluster(scene, name, cluster => {
    const others = Object.entries(cluster.metadata.labels ?? {}).filter(([label]) => label !== gate)
    const labels = Object.fromEntries(value === undefined ? others : [...others, [gate, value]])
    return { ...cluster, metadata: { ...cluster.metadata, labels } }
  })
}

/** A user deletes what Fitout says about a cluster. */
export const deleteClusterFitout: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  const object = scene.clusterFitout(name)
  if (object && !scene.astray.has(name) && !scene.lost.has(name)) scene.fleet.delete(object)
  return undefined
}
