import type { KubeApi } from '../../kube/kube-api.ts'
import { type KubeObject, ref } from '../../kube/kube-object.ts'

/** The parts of a pod that decide how it goes. */
export interface PlayedPod extends KubeObject {
  readonly spec: {
    readonly nodeName?: string
    readonly initContainers?: readonly PlayedContainer[]
    readonly containers: readonly PlayedContainer[]
    readonly volumes?: readonly { readonly name: string; readonly secret?: { readonly secretName: string } }[]
    readonly restartPolicy?: string
  }
  readonly status?: { readonly phase?: string }
}

interface PlayedContainer {
  readonly name: string
  readonly image: string
  readonly terminationMessagePolicy?: string
  readonly env?: readonly { readonly valueFrom?: { readonly configMapKeyRef?: KeyRef } }[]
  readonly envFrom?: readonly { readonly secretRef?: { readonly name: string } }[]
  readonly ports?: readonly { readonly containerPort: number }[]
  readonly readinessProbe?: { readonly httpGet: { readonly path: string; readonly port: number } }
  readonly resources?: { readonly limits?: { readonly memory?: string } }
}

interface KeyRef {
  readonly name: string
  readonly key: string
}

/** What is said of a pod, and the warning that goes with it. */
export interface Play {
  readonly status: object
  readonly warning?: { readonly reason: string; readonly message: string }
}

/** How a container goes: undefined if nothing keeps it from running. */
interface Trouble {
  readonly state: object
  readonly lastState?: object
  readonly restartCount?: number
  readonly warning?: Play['warning']
  readonly isOver?: boolean
}

type TroubleRule = (
  container: PlayedContainer,
  pod: PlayedPod,
  api: KubeApi,
) => Promise<Trouble | undefined> | Trouble | undefined

// In the order in which a kubelet meets them.
const rules: readonly TroubleRule[] = [notMounted, notPulled, notConfigured, crashes, notReady]

/** What a kubelet says of a pod. */
export async function playPod(pod: PlayedPod, api: KubeApi): Promise<Play> {
  const { initContainers = [], containers } = pod.spec
  const first = await troublesOf(initContainers, pod, api)
  const isInitialized = first.every(trouble => trouble === undefined)
  const later = isInitialized ? await troublesOf(containers, pod, api) : containers.map(() => waits)
  const all = [...first, ...later]
  const isReady = all.every(trouble => trouble === undefined)
  const isOver = all.some(trouble => trouble?.isOver === true)
  const warning = all.flatMap(trouble => trouble?.warning ?? [])[0]
  const isStarted = later.some(trouble => trouble === undefined || 'running' in trouble.state)
  return {
    status: {
      phase: isOver ? 'Failed' : isReady || isStarted ? 'Running' : 'Pending',
      conditions: [
        condition('PodScheduled', true),
        condition('Initialized', isInitialized),
        condition('ContainersReady', isReady),
        condition('Ready', isReady),
      ],
      initContainerStatuses: initContainers.map((one, index) => statusOf(one, first[index])),
      containerStatuses: containers.map((one, index) => statusOf(one, later[index])),
    },
    ...(warning ? { warning } : {}),
  }
}

const waits: Trouble = { state: { waiting: { reason: 'PodInitializing' } } }

async function troublesOf(
  containers: readonly PlayedContainer[],
  pod: PlayedPod,
  api: KubeApi,
): Promise<readonly (Trouble | undefined)[]> {
  return Promise.all(
    containers.map(async container => {
      for (const rule of rules) {
        const trouble = await rule(container, pod, api)
        if (trouble) return trouble
      }
      return undefined
    }),
  )
}

function condition(type: string, holds: boolean): object {
  const unready = { reason: 'ContainersNotReady', message: 'containers with unready status' }
  return { type, status: holds ? 'True' : 'False', ...(holds ? {} : unready) }
}

function statusOf({ name, image }: PlayedContainer, trouble: Trouble | undefined): object {
  const { state = { running: {} }, lastState = {}, restartCount = 0 } = trouble ?? {}
  return { name, image, imageID: image, ready: trouble === undefined, restartCount, state, lastState }
}

async function notMounted(_: PlayedContainer, pod: PlayedPod, api: KubeApi): Promise<Trouble | undefined> {
  for (const { name, secret } of pod.spec.volumes ?? []) {
    if (!secret || (await api.find(inNamespaceOf(pod, 'Secret', secret.secretName)))) continue
    const message = `MountVolume.SetUp failed for volume "${name}" : secret "${secret.secretName}" not found`
    return {
      state: { waiting: { reason: 'ContainerCreating' } },
      warning: { reason: 'FailedMount', message },
    }
  }
  return undefined
}

// A tag that says so stands for an image that no registry has.
function notPulled({ image }: PlayedContainer): Trouble | undefined {
  if (!image.endsWith(':missing')) return undefined
  const cause = `failed to resolve reference "${image}": ${image}: not found`
  return {
    state: { waiting: { reason: 'ImagePullBackOff', message: `Back-off pulling image "${image}"` } },
    warning: {
      reason: 'Failed',
      message: `Failed to pull image "${image}": rpc error: code = NotFound desc = failed to pull and unpack image "${image}": ${cause}`,
    },
  }
}

async function notConfigured(
  { env = [], envFrom = [] }: PlayedContainer,
  pod: PlayedPod,
  api: KubeApi,
): Promise<Trouble | undefined> {
  for (const { secretRef } of envFrom) {
    if (secretRef && !(await api.find(inNamespaceOf(pod, 'Secret', secretRef.name))))
      return lacking(`secret "${secretRef.name}" not found`)
  }
  for (const { valueFrom } of env) {
    const wanted = valueFrom?.configMapKeyRef
    if (!wanted) continue
    const found = await api.find(inNamespaceOf(pod, 'ConfigMap', wanted.name))
    if (!found) return lacking(`configmap "${wanted.name}" not found`)
    const data = (found['data'] ?? {}) as Readonly<Record<string, string>>
    if (!(wanted.key in data)) {
      const holder = `${pod.metadata.namespace ?? ''}/${wanted.name}`
      return lacking(`couldn't find key ${wanted.key} in ConfigMap ${holder}`)
    }
  }
  return undefined
}

function lacking(message: string): Trouble {
  return {
    state: { waiting: { reason: 'CreateContainerConfigError', message } },
    warning: { reason: 'Failed', message: `Error: ${message}` },
  }
}

// A tag says what the program would complain about. Its last words are kept only if the pod asks for it.
function crashes(
  { image, resources, terminationMessagePolicy }: PlayedContainer,
  pod: PlayedPod,
): Trouble | undefined {
  const limit = resources?.limits?.memory ?? ''
  const isTooSmall = /^[1-9]Mi$/.test(limit)
  const [, words] = /:crashes-(.*)$/.exec(image) ?? []
  if (!isTooSmall && words === undefined) return undefined
  const isTold = terminationMessagePolicy === 'FallbackToLogsOnError' && words !== undefined
  const terminated = {
    exitCode: isTooSmall ? 137 : 1,
    reason: isTooSmall ? 'OOMKilled' : 'Error',
    ...(isTold ? { message: lastWords(words) } : {}),
  }
  if (pod.spec.restartPolicy === 'Never') return { state: { terminated }, isOver: true }
  return {
    state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' } },
    lastState: { terminated },
    restartCount: 6,
  }
}

const complaints: Readonly<Record<string, string>> = {
  flag: 'level=info msg="starting"\nerror: unknown flag: --verbos\n',
  schema: 'migrating\nerror: relation "orders" already exists\n',
  queue:
    'panic: getting queue url: operation error SQS: GetQueueUrl, https response error StatusCode: 400, AWS.SimpleQueueService.NonExistentQueue: The specified queue does not exist.\n',
  role: 'panic: operation error STS: AssumeRoleWithWebIdentity, https response error StatusCode: 403, api error AccessDenied: Not authorized to perform sts:AssumeRoleWithWebIdentity\n',
}

function lastWords(word: string): string {
  return complaints[word] ?? ''
}

function notReady({ ports = [], readinessProbe }: PlayedContainer): Trouble | undefined {
  const probe = readinessProbe?.httpGet
  if (!probe || ports.some(({ containerPort }) => containerPort === probe.port)) return undefined
  const url = `http://10.0.0.1:${probe.port}${probe.path}`
  return {
    state: { running: {} },
    warning: {
      reason: 'Unhealthy',
      message: `Readiness probe failed: Get "${url}": dial tcp 10.0.0.1:${probe.port}: connect: connection refused`,
    },
  }
}

function inNamespaceOf({ metadata }: PlayedPod, kind: string, name: string) {
  return ref('v1', kind, `${metadata.namespace ?? ''}/${name}`)
}
