import { pause } from '../kube/until.ts'
import { ref } from '../kube/kube-object.ts'
import { type KnownImage, imagePattern, knownImages } from './known-images.ts'
import type { Pod } from './pod.ts'
import { type KubeletParts } from './pod-place.ts'
import { runnableImage } from './runnable-image.ts'
import { RunningPod } from './running-pod.ts'
import { Services } from './services.ts'
import { refusePull, unpullable, unpullablePattern } from './unpullable.ts'

const TICK_MS = 250
const RETRY_MS = 500

/**
 * Runs pods of known images as real programs, so that Flux and Karpenter work in a cluster only once they are installed
 * there, and pods of images of the lab's registry from their images. Of those whose image cannot be pulled it says so. All other pods are left to kwok.
 */
export class Kubelet {
  readonly #parts: KubeletParts
  readonly #images: ReadonlyMap<string, KnownImage>
  readonly #services: Services
  readonly #pods = new Map<string, RunningPod>()
  readonly #refused = new Set<string>()
  readonly #end = new AbortController()
  #loops: Promise<unknown> = Promise.resolve()
  #podCount = 0
  #nodeCount = 0

  constructor(parts: KubeletParts) {
    this.#parts = parts
    this.#images = knownImages(parts.site.modules, parts.site.formerKarpenter)
    this.#services = new Services(parts.site.ports)
  }

  /** The pattern of the images whose pods are its own. */
  get images(): string {
    const registry = `^${this.#parts.site.registryHost.replaceAll('.', '[.]')}/`
    return `${imagePattern(this.#images.keys())}|${unpullablePattern}|${registry}`
  }

  async start(): Promise<void> {
    for (const { program, servicePorts } of this.#images.values()) {
      for (const port of servicePorts) await this.#services.open(program, port)
    }
    await this.addNode()
    this.#loops = Promise.all([this.#watchLoop(), this.#tickLoop()])
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.#loops
    await Promise.all([...this.#pods.values()].map(pod => pod.stop(0)))
    await this.#services.close()
  }

  /** The running pod of that name, for tests that freeze or kill its program. */
  pod(namespace: string, prefix: string): RunningPod | undefined {
    return this.pods(namespace, prefix)[0]
  }

  /** The running pods whose names begin like that. */
  pods(namespace: string, prefix: string): readonly RunningPod[] {
    return [...this.#pods.values()].filter(
      ({ metadata }) => metadata.namespace === namespace && metadata.name.startsWith(prefix),
    )
  }

  /** The loopback port that stands for a Service of a known image. */
  servicePort(program: KnownImage['program'], containerPort: number): number {
    return this.#services.address(program, containerPort)
  }

  /** Adds a node, and gives its name. Whatever node a pod is on, its program runs on this machine. */
  async addNode(): Promise<string> {
    const name = `${this.#parts.name}-node-${this.#nodeCount}`
    this.#nodeCount += 1
    await this.#parts.api.apply({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name,
        labels: {
          'kubernetes.io/os': 'linux',
          'kubernetes.io/arch': 'amd64',
          'kubernetes.io/hostname': name,
          'topology.kubernetes.io/zone': 'lab-1a',
        },
      },
    })
    const capacity = { cpu: '32', memory: '64Gi', pods: '250' }
    await this.#parts.api.patch(
      ref('v1', 'Node', name),
      { status: { capacity, allocatable: capacity } },
      '/status',
    )
    return name
  }

  // An API server that is down is no reason to stop a program: the pods continue, and are looked at again later.
  async #watchLoop(): Promise<void> {
    const { signal } = this.#end
    while (!signal.aborted) {
      await this.#watchPods(signal).catch(() => undefined)
      await pause(RETRY_MS, signal)
    }
  }

  async #watchPods(signal: AbortSignal): Promise<void> {
    await this.#forgetMissing()
    for await (const { type, object } of this.#parts.api.watch('v1', 'Pod', signal)) {
      await this.#see(object as Pod, type === 'DELETED')
    }
  }

  async #forgetMissing(): Promise<void> {
    const pods = await this.#parts.api.list('v1', 'Pod')
    const there = new Set(pods.map(({ metadata }) => metadata.uid))
    for (const [uid, pod] of this.#pods) if (!there.has(uid)) void this.#remove(uid, pod)
  }

  async #see(pod: Pod, isGone: boolean): Promise<void> {
    const uid = pod.metadata.uid ?? ''
    const running = this.#pods.get(uid)
    if (isGone || pod.metadata.deletionTimestamp !== undefined) {
      if (running) void this.#remove(uid, running)
      else if (!isGone && this.#isOurs(pod)) await this.#parts.api.delete(pod, { gracePeriodSeconds: 0 })
      return
    }
    if (running || pod.spec.nodeName === undefined || !this.#isOurs(pod)) return
    const missing = unpullable(pod)
    if (missing) return this.#refuse(uid, () => refusePull(this.#parts.api, pod, missing))
    this.#podCount += 1
    const podIP = `10.1.${this.#podCount >> 8}.${this.#podCount & 255}`
    this.#pods.set(
      uid,
      new RunningPod({ ...this.#parts, services: this.#services, images: this.#images, pod, podIP }),
    )
  }

  // Once: every change of the pod comes by here.
  async #refuse(uid: string, say: () => Promise<void>): Promise<void> {
    if (this.#refused.has(uid)) return
    this.#refused.add(uid)
    await say()
  }

  #isOurs(pod: Pod): boolean {
    if (unpullable(pod)) return true
    const { registryHost } = this.#parts.site
    return pod.spec.containers.some(({ image }) => runnableImage(this.#images, registryHost, image))
  }

  async #remove(uid: string, pod: RunningPod): Promise<void> {
    await pod.terminate()
    this.#pods.delete(uid)
  }

  async #tickLoop(): Promise<void> {
    const { signal } = this.#end
    while (!signal.aborted) {
      await Promise.all([...this.#pods.values()].map(pod => pod.tick()))
      await pause(TICK_MS, signal)
    }
  }
}
