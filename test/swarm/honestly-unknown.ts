import { partOf } from '../../src/domain/object/fields.ts'
import { modelCondition } from '../../src/simulator/models/conditions.ts'
import type { Scene } from './scene.ts'

/** What a cluster says of itself that cannot be reached: that it is not known, and why. */
export function isHonestlyUnknown(scene: Scene, name: string): boolean {
  const object = scene.clusterFitout(name)
  const status = object ? partOf(object, 'status') : {}
  const isNamed = partOf(status, 'cause')['reason'] === 'ClusterUnreachable'
  // One that was never read has nothing to be unsure about: it is not fitted out.
  const wasRead = partOf(status, 'cluster')['identity'] !== undefined
  const word = object && modelCondition(object, 'Ready')?.['status']
  return isNamed && word === (wasRead ? 'Unknown' : 'False')
}
