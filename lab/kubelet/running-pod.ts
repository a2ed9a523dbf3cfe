import type { Program } from '../process/program.ts'
import { RunningContainer } from './container.ts'
import type { KnownImage } from './known-images.ts'
import type { Pod } from './pod.ts'
import { type KubeletParts, PodPlace } from './pod-place.ts'
import { podStatus } from './pod-status.ts'
import { runnableImage } from './runnable-image.ts'
import type { Services } from './services.ts'

// Long graces exist so that work in flight can end; in the lab a test waits for them.
const LONGEST_GRACE_MS = 10_000

interface RunningPodParts extends KubeletParts {
  readonly services: Services
  readonly images: ReadonlyMap<string, KnownImage>
  readonly pod: Pod
  readonly podIP: string
}

/** One pod whose containers are real processes, as far as their images can be run. */
export class RunningPod {
  readonly #parts: RunningPodParts
  #place: PodPlace | undefined
  #containers: readonly RunningContainer[] = []
  #written = ''
  #ending: Promise<void> | undefined

  constructor(parts: RunningPodParts) {
    this.#parts = parts
  }

  get metadata(): Pod['metadata'] {
    return this.#parts.pod.metadata
  }

  /** The processes that run now. */
  get programs(): Program[] {
    return this.#containers.flatMap(({ program }) => program ?? [])
  }

  /** The loopback port that stands for a port of its containers. */
  port(containerPort: number): number | undefined {
    return this.#place?.port(containerPort)
  }

  /** Brings programs and status a step further. What fails is tried again at the next tick. */
  async tick(): Promise<void> {
    if (this.#ending) return
    try {
      if (!this.#place) await this.#prepare()
      await Promise.all(this.#containers.map(container => container.tick()))
      await this.#writeStatus()
    } catch {
      // The API server is away, or the service account is not there yet: the next tick looks again.
    }
  }

  /** Stops the programs with the pod's grace, then lets the API server forget the pod. Calling it twice is calling it once. */
  async terminate(): Promise<void> {
    this.#ending ??= this.#terminate()
    await this.#ending
  }

  async stop(graceMs: number): Promise<void> {
    this.#ending ??= Promise.resolve()
    await Promise.all(this.#containers.map(container => container.stop(graceMs)))
  }

  async #terminate(): Promise<void> {
    const { pod, api } = this.#parts
    const grace = (pod.spec.terminationGracePeriodSeconds ?? 30) * 1000
    await Promise.all(this.#containers.map(container => container.stop(Math.min(grace, LONGEST_GRACE_MS))))
    await this.#place?.clear()
    // By UID: another pod of this name may be there already. A pod that stays is seen again by the next list.
    const preconditions = { uid: pod.metadata.uid }
    await api.delete(pod, { gracePeriodSeconds: 0, preconditions }).catch(() => undefined)
  }

  async #prepare(): Promise<void> {
    const { pod, site, images, services } = this.#parts
    const place = await PodPlace.prepare(this.#parts, services, pod)
    this.#place = place
    this.#containers = pod.spec.containers.flatMap(container => {
      const image = runnableImage(images, site.registryHost, container.image)
      return image ? [new RunningContainer({ pod, container, image, place })] : []
    })
  }

  async #writeStatus(): Promise<void> {
    const { pod, api, podIP } = this.#parts
    const states = new Map(this.#containers.map(({ name, state }) => [name, state]))
    const status = podStatus(pod, states, podIP)
    const text = JSON.stringify(status)
    if (text === this.#written || this.#ending) return
    await api.patch(pod, { status }, '/status')
    this.#written = text
  }
}
