import { partOf } from '../../src/domain/health/read-field.ts'
import { readFitout } from '../../src/domain/api/read-fitout.ts'
import { proveInTruth } from '../../src/simulator/check/prove-in-truth.ts'
import { conditionOf, isTrue } from '../../src/simulator/models/conditions.ts'
import { type Scene, isPaused, isThere } from './scene.ts'
import { swarmFitout } from './swarm-plan.ts'

const EVERY_MS = 5_000

interface Known {
  readonly revision: number
  readonly edition: string
  readonly holds: boolean
}

/** Looks at the truth from time to time, and remembers for how long a cluster was called ready that was not. */
export class TruthWatch {
  readonly #scene: Scene
  readonly #since = new Map<string, number>()
  readonly #known = new Map<string, Known>()
  #longestMs = 0

  constructor(scene: Scene) {
    this.#scene = scene
    this.#look()
  }

  /** The longest time that a cluster was called ready and was not, or could not be read. */
  get longestMs(): number {
    return this.#longestMs
  }

  #look(): void {
    for (const name of this.#scene.names) this.#lookAt(name)
    this.#scene.fleet.clock.after(EVERY_MS, () => this.#look())
  }

  #lookAt(name: string): void {
    const { now } = this.#scene
    const isLie = isTrue(this.#scene.clusterFitout(name), 'Ready') && !this.#isTrulyReady(name)
    if (!isLie) return void this.#since.delete(name)
    const since = this.#since.get(name) ?? now
    this.#since.set(name, since)
    this.#longestMs = Math.max(this.#longestMs, now - since)
  }

  #isTrulyReady(name: string): boolean {
    const scene = this.#scene
    const cluster = scene.cluster(name)
    // Of a Cluster that goes, or that is to be left alone, nobody may say anything new.
    if (!isThere(cluster) || isPaused(cluster)) return true
    if (scene.astray.has(name) || scene.link(name)?.state.kind !== 'up') return false
    return this.#isProven(name)
  }

  #isProven(name: string): boolean {
    const scene = this.#scene
    const [cluster, workload] = [scene.cluster(name), scene.workload(name)]
    if (cluster === undefined || workload === undefined || !workload.isReady) return false
    const known = this.#known.get(name)
    const { edition } = scene
    if (known?.revision === workload.revision && known.edition === edition) return known.holds
    const truth = { cluster, workload, management: scene.fleet.management }
    const reading = readFitout(swarmFitout(scene.beginning.steps, edition))
    const steps = reading.kind === 'valid' ? reading.fitout.spec.steps : []
    const holds = steps.length > 0 && steps.every(step => proveInTruth(truth, step) === undefined)
    this.#known.set(name, { revision: workload.revision, edition, holds })
    return holds
  }
}

/** What a cluster says of itself that cannot be reached: that it is not known, and why. */
export function isHonestlyUnknown(scene: Scene, name: string): boolean {
  const object = scene.clusterFitout(name)
  const status = object ? partOf(object, 'status') : {}
  const isNamed = partOf(status, 'cause')['reason'] === 'ClusterUnreachable'
  // One that was never read has nothing to be unsure about: it is not fitted out.
  const wasRead = partOf(status, 'cluster')['identity'] !== undefined
  const word = object && conditionOf(object, 'Ready')?.['status']
  return isNamed && word === (wasRead ? 'Unknown' : 'False')
}
