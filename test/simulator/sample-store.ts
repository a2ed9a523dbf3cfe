import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { seededRandom } from '../../src/simulator/clock/seeded-random.ts'
import { VirtualClock } from '../../src/simulator/clock/virtual-clock.ts'
import { Store } from '../../src/simulator/store/store.ts'
import { modelCondition } from '../../src/simulator/models/conditions.ts'
import { putByModel } from '../../src/simulator/models/model-write.ts'

/** A store with a clock of its own, and short words for what is in it. */
export function sampleStore() {
  const clock = new VirtualClock()
  const store = new Store({ clock, random: seededRandom(1) })
  const put = (...objects: readonly KubeObject[]): void => {
    for (const object of objects) putByModel(store, object)
  }
  /** The object as it is now; `kind` as in `apps/v1 Deployment`. */
  const get = (kind: string, key: string): KubeObject | undefined => {
    const [apiVersion = '', name = ''] = kind.split(' ')
    const found = store.kinds.named(apiVersion, name)
    return found && store.table(found).get(key)
  }
  /** Its condition of a type, as `True Reason`. */
  const said = (kind: string, key: string, type: string): string | undefined => {
    const found = modelCondition(get(kind, key), type)
    return found && `${String(found['status'])} ${String(found['reason'])}`
  }
  return { clock, store, put, get, said }
}
