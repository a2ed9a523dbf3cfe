import { partOf } from '../../src/domain/object/fields.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { sampleCluster, sampleFitout } from '../simulator/sample-plan.ts'
import { isThere } from './cluster-state.ts'
import type { Scene } from './scene.ts'

const LOOK_MS = 700

/** Changes a Cluster as a person does, if it is there. */
export function changeCluster(scene: Scene, name: string, to: (cluster: KubeObject) => KubeObject): void {
  const cluster = scene.cluster(name)
  if (isThere(cluster)) scene.byHand(() => scene.fleet.put(to(cluster)))
}

/** Pauses a Cluster, or lets it continue. */
export function setPaused(scene: Scene, name: string, isPaused: boolean): void {
  changeCluster(scene, name, cluster => ({
    ...cluster,
    spec: { ...partOf(cluster, 'spec'), paused: isPaused ? true : undefined },
  }))
}

/** Deletes a Cluster, and makes it again under its name as soon as it is gone. */
export function deleteCluster(scene: Scene, name: string): void {
  scene.fleet.delete(sampleCluster(name))
  scene.cutShort.add(name)
  const makeAnew = (): void => {
    if (scene.cluster(name) === undefined) scene.fleet.put(sampleCluster(name))
    else scene.fleet.clock.after(LOOK_MS, makeAnew)
  }
  scene.fleet.clock.after(LOOK_MS, makeAnew)
}

/** Deletes the plan. */
export function deletePlan({ fleet }: Scene): void {
  fleet.delete(sampleFitout())
}
