import type { Notification } from '../../src/domain/notify/notification.ts'
import { modelCondition, isTrue } from '../../src/simulator/models/conditions.ts'
import { textAt } from '../check/history/fields.ts'
import type { Scene } from '../swarm/scene.ts'

const EVERY_MS = 5_000
/** One message in five minutes for the same cause, ten seconds to gather it, and some to notice. */
const UNTOLD_MS = 330_000

/** Hears what people are told: nobody of a cluster that it is ready and is not, and someone of trouble that lasts. */
export class MessageWatch {
  readonly problems: string[] = []
  readonly #scene: Scene
  readonly #troubledSince = new Map<string, number>()
  readonly #told = new Set<string>()

  constructor(scene: Scene) {
    this.#scene = scene
    this.#look()
  }

  /** People are notified something. `trueAt` says when a cluster was last ready in truth; older than `limitMs` is too old. */
  hear({ kind, facts }: Notification, trueAt: (name: string) => number, limitMs: number): void {
    const { now } = this.#scene
    for (const { cluster } of facts) {
      if (kind === 'trouble') this.#told.add(cluster.name)
      else if (now - trueAt(cluster.name) > limitMs)
        this.problems.push(
          `message: at ${now} ms people were told that ${cluster.name} is ready, and it was not`,
        )
    }
  }

  #look(): void {
    for (const name of this.#scene.names) this.#lookAt(name)
    this.#scene.fleet.clock.after(EVERY_MS, () => this.#look())
  }

  #lookAt(name: string): void {
    const { now } = this.#scene
    const object = this.#scene.clusterFitout(name)
    if (modelCondition(object, 'Ready')?.['status'] === 'True') this.#told.delete(name)
    const isTrouble = textAt(object, 'status', 'state') === 'Unknown' || isTrue(object, 'Stalled')
    if (!isTrouble) return void this.#troubledSince.delete(name)
    const since = this.#troubledSince.get(name) ?? now
    this.#troubledSince.set(name, since)
    if (this.#told.has(name) || now - since < UNTOLD_MS) return
    this.#told.add(name)
    const state = textAt(object, 'status', 'state')
    this.problems.push(`message: ${name} is ${state} since ${since} ms, and nobody was told until ${now} ms`)
  }
}
