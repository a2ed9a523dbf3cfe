import { writeByModel } from '../../src/simulator/models/model-write.ts'
import { Scene, type SceneOptions } from '../swarm/scene.ts'
import { STEPS } from '../swarm/swarm-plan.ts'
import { fittedOut } from '../swarm/undisturbed.ts'

const beginning = { clusters: 1, steps: STEPS, edition: 'base', version: 1 } as const

/** For tests: a fleet of one cluster that was fitted out. No controller runs: what was said of it stays said. */
export async function aFittedScene(options: Partial<SceneOptions> = {}): Promise<Scene> {
  return new Scene({ beginning, image: await fittedOut(beginning), ...options })
}

/** For tests: a fleet of one new cluster, and nobody to look after it. */
export function aNewScene(): Scene {
  return new Scene({ beginning })
}

/** For tests: says something of the cluster. */
export function say(scene: Scene, status: object): void {
  const { management } = scene.fleet
  const object = scene.clusterFitout('cluster-0')
  const kind = object && management.kinds.named(object.apiVersion, object.kind)
  if (kind) writeByModel(management, kind, { ...object, status: { ...Object(object['status']), ...status } })
}
