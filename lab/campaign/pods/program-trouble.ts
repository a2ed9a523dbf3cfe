import type { PlayedContainer, PlayedPod, PlayedProbe, PodWorld, Trouble } from './played-pod.ts'

const PROGRAM = '/bin/web'
const LISTENS_ON = 8080
const SMALLEST_MIB = 16

/** What the program of the image does when it runs: it reads its file and its variables, and answers on port 8080. */
export function programTrouble(
  container: PlayedContainer,
  pod: PlayedPod,
  world: PodWorld,
): Trouble | undefined {
  const [program = PROGRAM] = container.command ?? []
  if (program !== PROGRAM)
    return crash(pod, { exitCode: 128, reason: 'StartError', message: noProgram(program) })
  if (mebibytes(container.resources?.limits?.memory) < SMALLEST_MIB)
    return crash(pod, { exitCode: 137, reason: 'OOMKilled' })
  const hook = container.lifecycle?.postStart?.exec?.command
  if (hook)
    return {
      ...crash(pod, { exitCode: 137, reason: 'Error' }),
      warning: {
        reason: 'FailedPostStartHook',
        message: `PostStartHook failed: command '${hook.join(' ')}' exited with 1`,
      },
    }
  if (complaint(container, pod, world) !== undefined) return crash(pod, { exitCode: 1, reason: 'Error' })
  return probeTrouble(container, pod)
}

interface Inside {
  readonly container: PlayedContainer
  readonly pod: PlayedPod
  readonly world: PodWorld
}

/** What the program writes to its log before it ends; nobody but the log has it. */
function complaint(container: PlayedContainer, pod: PlayedPod, world: PodWorld): string | undefined {
  if (container.image?.endsWith(':crashes')) return 'panic'
  for (const arg of container.args ?? []) {
    const [, flag = arg, value = ''] = /^(--\w+)=(.*)$/.exec(arg) ?? []
    if (flag !== '--config') return `unknown flag: ${arg}`
    const content = fileAt(value, { container, pod, world })
    if (content === undefined) return `open ${value}: no such file or directory`
    if (content !== 'listen=:8080') return `${value}: unknown setting`
    const needed = (container.env ?? []).find(({ name }) => name === 'DATABASE_URL')
    if (!needed) return 'DATABASE_URL is not set'
  }
  return undefined
}

function fileAt(path: string, { container, pod, world }: Inside): string | undefined {
  const mount = container.volumeMounts?.find(({ mountPath }) => path.startsWith(`${mountPath}/`))
  const volume = pod.spec.volumes?.find(({ name }) => name === mount?.name)
  if (!mount || volume?.configMap?.name === undefined) return undefined
  const data = world.data('ConfigMap', `${pod.metadata.namespace}/${volume.configMap.name}`)
  return data?.[path.slice(mount.mountPath.length + 1)]
}

function probeTrouble(container: PlayedContainer, pod: PlayedPod): Trouble | undefined {
  const { startupProbe, livenessProbe, readinessProbe } = container
  const killing = answerTo(startupProbe, container) ?? answerTo(livenessProbe, container)
  const kind = answerTo(startupProbe, container) === undefined ? 'Liveness' : 'Startup'
  if (killing !== undefined)
    return {
      ...crash(pod, { exitCode: 137, reason: 'Error' }),
      warning: { reason: 'Unhealthy', message: `${kind} probe failed: ${killing}` },
    }
  const unready = answerTo(readinessProbe, container)
  if (unready === undefined) return undefined
  return {
    state: { running: {} },
    isRunning: true,
    warning: { reason: 'Unhealthy', message: `Readiness probe failed: ${unready}` },
  }
}

function answerTo(probe: PlayedProbe | undefined, { ports = [] }: PlayedContainer): string | undefined {
  const get = probe?.httpGet
  if (!get) return undefined
  const { path = '/', scheme = 'HTTP' } = get
  const port =
    typeof get.port === 'number' ? get.port : ports.find(({ name }) => name === get.port)?.containerPort
  if (port === undefined) return `strconv.Atoi: parsing "${get.port}": invalid syntax`
  const address = `10.0.0.1:${port}`
  if (port !== LISTENS_ON)
    return `Get "${scheme.toLowerCase()}://${address}${path}": dial tcp ${address}: connect: connection refused`
  if (scheme === 'HTTPS')
    return `Get "https://${address}${path}": http: server gave HTTP response to HTTPS client`
  return path === '/healthz' ? undefined : 'HTTP probe failed with statuscode: 404'
}

interface Terminated {
  readonly exitCode: number
  readonly reason: string
  readonly message?: string
}

function crash(pod: PlayedPod, terminated: Terminated): Trouble {
  if (pod.spec.restartPolicy === 'Never') return { state: { terminated } }
  const waiting = { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' }
  return {
    state: { waiting },
    lastState: { terminated },
    restartCount: 6,
    warning: { reason: 'BackOff', message: 'Back-off restarting failed container' },
  }
}

function noProgram(program: string): string {
  return `failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: error during container init: exec: "${program}": stat ${program}: no such file or directory`
}

function mebibytes(quantity: string | undefined): number {
  const [, digits = '', unit = ''] = /^(\d+)([A-Za-z]*)$/.exec(quantity ?? '') ?? []
  if (digits === '') return Infinity
  const units: Readonly<Record<string, number>> = {
    '': 2 ** -20,
    Ki: 2 ** -10,
    Mi: 1,
    Gi: 1024,
    M: 0.95,
    G: 953,
  }
  return Number(digits) * (units[unit] ?? 0)
}
