import { programTrouble } from './program-trouble.ts'
import type { PlayedContainer, PlayedPod, PodWorld, Trouble } from './played-pod.ts'

type TroubleRule = (container: PlayedContainer, pod: PlayedPod, world: PodWorld) => Trouble | undefined

// In the order in which a kubelet meets them.
const rules: readonly TroubleRule[] = [notMounted, notPulled, asRoot, notConfigured, programTrouble]

/** What keeps a container from running. Words and reasons are those of the kubelet and of containerd. */
export function containerTrouble(
  container: PlayedContainer,
  pod: PlayedPod,
  world: PodWorld,
): Trouble | undefined {
  for (const rule of rules) {
    const trouble = rule(container, pod, world)
    if (trouble) return trouble
  }
  return undefined
}

function notMounted(_: PlayedContainer, pod: PlayedPod, world: PodWorld): Trouble | undefined {
  for (const { name, configMap, secret } of pod.spec.volumes ?? []) {
    const source = configMap ?? secret
    const wanted = configMap?.name ?? secret?.secretName
    if (!source || wanted === undefined || source.optional === true) continue
    const kind = configMap ? 'ConfigMap' : 'Secret'
    if (world.data(kind, `${pod.metadata.namespace}/${wanted}`)) continue
    const message = `MountVolume.SetUp failed for volume "${name}" : ${kind.toLowerCase()} "${wanted}" not found`
    return waiting('ContainerCreating', undefined, { reason: 'FailedMount', message })
  }
  return undefined
}

const repositories = new Set(['registry.example.com/web', 'registry.example.com/agent'])
const tags = new Set(['1.0.0', 'crashes'])

function notPulled({ image = '', imagePullPolicy }: PlayedContainer): Trouble | undefined {
  const [, repository = '', tag = 'latest'] = /^(.*?)(?::([\w.-]+))?$/.exec(image) ?? []
  if (image === '' || /[^a-z0-9./:_-]/.test(image)) {
    const message = `Failed to apply default image tag "${image}": couldn't parse image name "${image}": invalid reference format`
    return waiting('InvalidImageName', message, { reason: 'InspectFailed', message })
  }
  if (imagePullPolicy === 'Never') {
    const message = `Container image "${image}" is not present with pull policy of Never`
    return waiting('ErrImageNeverPull', message, { reason: 'ErrImageNeverPull', message })
  }
  if (repositories.has(repository) && tags.has(tag)) return undefined
  const host = image.split('/', 1)[0] ?? ''
  const cause =
    host === 'registry.example.com'
      ? `failed to resolve reference "${image}": ${image}: not found`
      : host === 'private.example.com'
        ? `failed to resolve reference "${image}": failed to authorize: failed to fetch anonymous token: unexpected status: 401 Unauthorized`
        : `failed to resolve reference "${image}": failed to do request: Head "https://${host}/v2/": dial tcp: lookup ${host}: no such host`
  return waiting('ImagePullBackOff', `Back-off pulling image "${image}"`, {
    reason: 'Failed',
    message: `Failed to pull image "${image}": failed to pull and unpack image "${image}": ${cause}`,
  })
}

function asRoot({ securityContext }: PlayedContainer, { spec }: PlayedPod): Trouble | undefined {
  const { runAsNonRoot, runAsUser } = { ...spec.securityContext, ...securityContext }
  if (runAsNonRoot !== true || (runAsUser !== undefined && runAsUser > 0)) return undefined
  const message =
    runAsUser === 0
      ? "container's runAsUser breaks non-root policy"
      : 'container has runAsNonRoot and image will run as root'
  return waiting('CreateContainerConfigError', message, { reason: 'Failed', message: `Error: ${message}` })
}

function notConfigured({ env = [] }: PlayedContainer, pod: PlayedPod, world: PodWorld): Trouble | undefined {
  for (const { valueFrom } of env) {
    const wanted = valueFrom?.configMapKeyRef ?? valueFrom?.secretKeyRef
    if (!wanted || wanted.optional === true) continue
    const kind = valueFrom?.configMapKeyRef ? 'ConfigMap' : 'Secret'
    const path = `${pod.metadata.namespace}/${wanted.name ?? ''}`
    const data = world.data(kind, path)
    if (data && wanted.key in data) continue
    const message = data
      ? `couldn't find key ${wanted.key} in ${kind} ${path}`
      : `${kind.toLowerCase()} "${wanted.name ?? ''}" not found`
    return waiting('CreateContainerConfigError', message, { reason: 'Failed', message: `Error: ${message}` })
  }
  return undefined
}

function waiting(reason: string, message: string | undefined, warning: Trouble['warning']): Trouble {
  return {
    state: { waiting: { reason, ...(message === undefined ? {} : { message }) } },
    ...(warning ? { warning } : {}),
  }
}
