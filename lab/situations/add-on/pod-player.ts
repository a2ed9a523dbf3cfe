import { PLAYED_BY } from '../../control-plane/kwok.ts'
import type { KubeApi } from '../../kube/kube-api.ts'
import { ref } from '../../kube/kube-object.ts'
import { timestamp } from '../../kube/timestamp.ts'
import { Repeated } from '../../kubelet/repeated.ts'
import { warningOf } from '../../kubelet/warning.ts'
import { type Play, playPod, type PlayedPod } from './play-pod.ts'

const EVERY_MS = 300

/** The label of pods that a `PodPlayer` plays. */
export const played = { [PLAYED_BY]: 'situation' } as const

/**
 * Says of pods what a kubelet would say whose containers cannot run: kwok makes every pod ready.
 *
 * Nothing runs. What is written is what a real kubelet writes, and it follows from the spec of the pod and from what is
 * in the cluster: when that is fixed, the pod gets ready.
 */
export class PodPlayer {
  readonly #api: KubeApi
  readonly #said = new Map<string, string>()
  readonly #looks = new Repeated(() => this.#look(), EVERY_MS)

  constructor(api: KubeApi) {
    this.#api = api
  }

  start(): void {
    this.#looks.start()
  }

  async stop(): Promise<void> {
    await this.#looks.stop()
  }

  async #look(): Promise<void> {
    const query = `?labelSelector=${encodeURIComponent(PLAYED_BY)}`
    for (const pod of (await this.#api.list('v1', 'Pod', query)) as readonly PlayedPod[]) {
      const isDone = pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded'
      if (pod.spec.nodeName === undefined || pod.metadata.deletionTimestamp !== undefined || isDone) continue
      const play = await playPod(pod, this.#api)
      const words = JSON.stringify(play)
      if (this.#said.get(pod.metadata.uid ?? '') === words) continue
      await this.#say(pod, play)
      this.#said.set(pod.metadata.uid ?? '', words)
    }
  }

  async #say(pod: PlayedPod, { status, warning }: Play): Promise<void> {
    const { name, namespace = '' } = pod.metadata
    const about = ref('v1', 'Pod', `${namespace}/${name}`)
    await this.#api.patch(about, { status: { ...status, startTime: timestamp() } }, '/status')
    if (warning) await this.#api.apply(warningOf(pod, warning))
  }
}
