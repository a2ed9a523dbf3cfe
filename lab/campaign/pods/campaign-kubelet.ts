import type { KubeApi } from '../../kube/kube-api.ts'
import { type KubeObject, ref } from '../../kube/kube-object.ts'
import { timestamp } from '../../kube/timestamp.ts'
import { Repeated } from '../../kubelet/repeated.ts'
import { warningOf } from '../../kubelet/warning.ts'
import { played } from '../bases/parts.ts'
import { containerTrouble } from './container-trouble.ts'
import type { PlayedContainer, PlayedPod, PodWorld, Trouble } from './played-pod.ts'

const EVERY_MS = 700
// What Helm stores about its releases is large, and no pod asks for it.
const NOT_OF_HELM = `?fieldSelector=${encodeURIComponent('type!=helm.sh/release.v1')}`

/**
 * Says of the pods of a campaign what a kubelet would say. Nothing runs: it follows from the spec of the pod and from what
 * is in the cluster, in the words of a real kubelet.
 */
export class CampaignKubelet {
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
    const [label] = Object.entries(played)
    const query = `?labelSelector=${encodeURIComponent((label ?? []).join('='))}`
    const [pods, maps, secrets, nodes] = await Promise.all([
      this.#api.list('v1', 'Pod', query),
      this.#api.list('v1', 'ConfigMap'),
      this.#api.list('v1', 'Secret', NOT_OF_HELM),
      this.#api.list('v1', 'Node'),
    ])
    const world = worldOf(maps, secrets)
    const there = new Set(nodes.map(({ metadata }) => metadata.name))
    for (const pod of pods as readonly PlayedPod[]) {
      const isOver = pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded'
      const isHere = pod.spec.nodeName !== undefined && there.has(pod.spec.nodeName)
      if (!isHere || isOver || pod.metadata.deletionTimestamp !== undefined) continue
      await this.#say(pod, world)
    }
  }

  async #say(pod: PlayedPod, world: PodWorld): Promise<void> {
    const { status, warning } = playPod(pod, world)
    const words = JSON.stringify([status, warning])
    const { uid = '', name, namespace = '' } = pod.metadata
    if (this.#said.get(uid) === words) return
    const about = ref('v1', 'Pod', `${namespace}/${name}`)
    await this.#api.patch(about, { status: { ...status, startTime: timestamp() } }, '/status')
    if (warning) await this.#api.apply(warningOf(pod, warning))
    this.#said.set(uid, words)
  }
}

function worldOf(maps: readonly KubeObject[], secrets: readonly KubeObject[]): PodWorld {
  const all = { ConfigMap: byPath(maps), Secret: byPath(secrets) }
  return { data: (kind, path) => all[kind].get(path) }
}

function byPath(objects: readonly KubeObject[]) {
  return new Map(
    objects.map(object => [
      `${object.metadata.namespace}/${object.metadata.name}`,
      (object['data'] ?? {}) as Readonly<Record<string, string>>,
    ]),
  )
}

interface Play {
  readonly status: object
  readonly warning?: NonNullable<Trouble['warning']>
}

/** What a kubelet says of a pod on one of its nodes. */
export function playPod(pod: PlayedPod, world: PodWorld): Play {
  const { initContainers = [], containers } = pod.spec
  const first = initContainers.map(one => containerTrouble(one, pod, world))
  const isInitialized = first.every(trouble => trouble === undefined)
  const later = containers.map(one => (isInitialized ? containerTrouble(one, pod, world) : initializing))
  const all = [...first, ...later]
  const isWell = all.every(trouble => trouble === undefined)
  const isFailed = all.some(trouble => trouble && 'terminated' in trouble.state)
  const isDone = isWell && pod.metadata.ownerReferences?.[0]?.kind === 'Job'
  const isStarted = later.some(trouble => trouble === undefined || trouble.isRunning === true)
  const warning = all.flatMap(trouble => trouble?.warning ?? [])[0]
  const phase = isFailed ? 'Failed' : isDone ? 'Succeeded' : isStarted ? 'Running' : 'Pending'
  const state = isDone ? { terminated: { exitCode: 0, reason: 'Completed' } } : { running: {} }
  return {
    status: {
      phase,
      conditions: [
        condition('PodScheduled', true),
        condition('Initialized', isInitialized),
        condition('ContainersReady', isWell && !isDone),
        condition('Ready', isWell && !isDone),
      ],
      initContainerStatuses: initContainers.map((one, index) =>
        statusOf(one, first[index], { terminated: { exitCode: 0, reason: 'Completed' } }),
      ),
      containerStatuses: containers.map((one, index) => statusOf(one, later[index], state)),
    },
    ...(warning ? { warning } : {}),
  }
}

const initializing: Trouble = { state: { waiting: { reason: 'PodInitializing' } } }

function condition(type: string, holds: boolean): object {
  const unready = { reason: 'ContainersNotReady', message: 'containers with unready status' }
  return { type, status: holds ? 'True' : 'False', ...(holds ? {} : unready) }
}

function statusOf({ name, image = '' }: PlayedContainer, trouble: Trouble | undefined, well: object): object {
  const { state = well, lastState = {}, restartCount = 0 } = trouble ?? {}
  const ready = trouble === undefined && 'running' in well
  return { name, image, imageID: image, ready, restartCount, state, lastState }
}
