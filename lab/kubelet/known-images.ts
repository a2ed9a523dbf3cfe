import type { ProgramName } from '../programs/programs.ts'
import type { Modules } from '../programs/modules.ts'
import type { FormerProgram } from '../site.ts'

/** What the lab must know to run a container's program as a process on loopback. */
export interface KnownImage {
  readonly program: ProgramName
  /** Where the program is, if it is not that of the lab. */
  readonly path?: string
  /** Ports that others reach through a Service; the lab keeps one address for each, whichever pod serves it. */
  readonly servicePorts: readonly number[]
  readonly adapt: (start: ContainerStart, place: Place) => ContainerStart
}

/** How a program is started. */
export interface ContainerStart {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** What this pod got on the machine. */
export interface Place {
  /** A folder in place of the pod's volumes. */
  readonly folder: string
  /** The loopback port that stands for a port of the container. */
  port(containerPort: number): number
  /** The loopback port that stands for a Service of another image. */
  servicePort(program: ProgramName, containerPort: number): number
}

const METRICS = 8080
const HEALTH = 9440
const HTTP = 9090
const RECEIVER = 9292

const fluxFlags = (place: Place) => ({
  'metrics-addr': loopback(place.port(METRICS)),
  'health-addr': loopback(place.port(HEALTH)),
  // The namespace of the lease is read from a file that only a container has.
  'enable-leader-election': 'false',
})

const fluxController = (program: ProgramName): KnownImage => ({
  program,
  servicePorts: [],
  adapt: (start, place) => withFlags(start, { ...fluxFlags(place), ...eventsFlag(start, place) }),
})

const sourceController: KnownImage = {
  program: 'source-controller',
  servicePorts: [HTTP],
  adapt: (start, place) =>
    withFlags(start, {
      ...fluxFlags(place),
      ...eventsFlag(start, place),
      'storage-path': place.folder,
      'storage-addr': loopback(place.port(HTTP)),
      // This address ends up in the status of every source: it must outlive the pod, as a Service does.
      'storage-adv-addr': loopback(place.servicePort('source-controller', HTTP)),
    }),
}

const notificationController: KnownImage = {
  program: 'notification-controller',
  servicePorts: [HTTP, RECEIVER],
  adapt: (start, place) =>
    withFlags(start, {
      ...fluxFlags(place),
      'events-addr': loopback(place.port(HTTP)),
      receiverAddr: loopback(place.port(RECEIVER)),
    }),
}

const karpenter: KnownImage = {
  program: 'karpenter',
  servicePorts: [],
  adapt: ({ args, env }, place) => ({
    args,
    env: {
      ...env,
      // As with Flux, a file in the container would say it; Karpenter can be told.
      LEADER_ELECTION_NAMESPACE: env['SYSTEM_NAMESPACE'] ?? 'default',
      METRICS_PORT: String(place.port(Number(env['METRICS_PORT'] ?? 8080))),
      HEALTH_PROBE_PORT: String(place.port(Number(env['HEALTH_PROBE_PORT'] ?? 8081))),
    },
  }),
}

// The modules of these are not all to be had. For an upgrade, what counts is that there is a Flux that works before it:
// so pods of the release before run as the programs of the newest.
const formerTags = {
  'source-controller': 'v1.8.5',
  'kustomize-controller': 'v1.8.5',
  'helm-controller': 'v1.5.5',
  'notification-controller': 'v1.8.4',
} as const

/**
 * The images that the lab has a program for, by repository and tag, without the registry.
 *
 * The tag counts: a pod that asks for another version must not be shown running this one. The one exception are the
 * controllers of Flux 2.8.8, which run as those of 2.9.
 */
export function knownImages(
  modules: Modules,
  formerKarpenter?: FormerProgram,
): ReadonlyMap<string, KnownImage> {
  const karpenterTag = modules.karpenter.version.replace(/^v/, '')
  const flux = {
    'source-controller': sourceController,
    'kustomize-controller': fluxController('kustomize-controller'),
    'helm-controller': fluxController('helm-controller'),
    'notification-controller': notificationController,
  }
  const controllers = Object.keys(flux) as readonly (keyof typeof flux)[]
  return new Map<string, KnownImage>([
    ...controllers.flatMap(name =>
      [modules[name].version, formerTags[name]].map(tag => [`fluxcd/${name}:${tag}`, flux[name]] as const),
    ),
    [`karpenter/controller:${karpenterTag}`, karpenter],
    ...(formerKarpenter
      ? [
          [
            `karpenter/controller:${formerKarpenter.tag}`,
            { ...karpenter, path: formerKarpenter.path },
          ] as const,
        ]
      : []),
  ])
}

/** The pattern of all known images, whatever registry they are pulled from and with or without a digest. */
export function imagePattern(images: Iterable<string>): string {
  const names = [...images].map(image => image.replaceAll('.', '[.]'))
  return `(^|/)(${names.join('|')})(@sha256:[0-9a-f]+)?$`
}

/** Finds the known image that an image reference names. */
export function findImage(
  images: ReadonlyMap<string, KnownImage>,
  reference: string,
): KnownImage | undefined {
  const name = new RegExp(imagePattern(images.keys())).exec(reference)?.[2]
  return name === undefined ? undefined : images.get(name)
}

/** Gives flags the value they need here: a flag that is there is replaced, one that is not is added. */
function withFlags({ args, env }: ContainerStart, flags: Readonly<Record<string, string>>): ContainerStart {
  const kept = args.filter(arg => !Object.hasOwn(flags, /^--([^=]+)/.exec(arg)?.[1] ?? ''))
  return { args: [...kept, ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`)], env }
}

// Only where the pod sends events: one that says nothing, or says it to nobody, is left as it is.
function eventsFlag({ args }: ContainerStart, place: Place): Record<string, string> {
  const sendsEvents = args.some(arg => arg.startsWith('--events-addr=http'))
  if (!sendsEvents) return {}
  return { 'events-addr': `http://${loopback(place.servicePort('notification-controller', HTTP))}/` }
}

function loopback(port: number): string {
  return `127.0.0.1:${port}`
}
