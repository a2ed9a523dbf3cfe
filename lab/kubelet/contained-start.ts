import type { ContainerStart } from './known-images.ts'
import type { Container, Pod } from './pod.ts'
import type { PulledImage } from './pull-image.ts'

/** A container that sees only its image and what is mounted into it. */
export interface Contained {
  readonly image: PulledImage
  readonly pod: Pod
  readonly container: Container
  readonly start: ContainerStart
  /** An empty folder of the machine, where its root is put together. */
  readonly root: string
  readonly mounts: readonly Mount[]
}

/** A folder of the machine, and where the container sees it. */
export interface Mount {
  readonly from: string
  readonly to: string
  readonly isReadOnly: boolean
}

/** How a process of the machine is started. */
interface MachineStart extends ContainerStart {
  readonly path: string
}

// The shell becomes the container's process: signals reach it, and with it go its mounts. The network is the machine's:
// there is no other way to the control planes of the lab.
const script = `
image=$1 root=$2 name=$3 user=$4 inner=$PATH
shift 4
PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount --make-rprivate /
mount --bind "$image" "$root"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
mount -t tmpfs -o mode=755,size=64k tmpfs "$root/dev"
for device in null zero random urandom; do
  : > "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -o remount,ro "$root/dev"
while [ "$1" != -- ]; do
  mount --bind "$1" "$root$2"
  [ "$3" = rw ] || mount -o remount,bind,ro "$root$2"
  shift 3
done
shift
mount -o remount,bind,ro "$root"
printf %s "$name" > /proc/sys/kernel/hostname
setpriv=$(command -v setpriv) chroot=$(command -v chroot) PATH=$inner
unset PWD OLDPWD
exec "$setpriv" --no-new-privs "$chroot" --userspec="$user" "$root" "$@"
`

/** Runs a container in its image: as its user, with a root that is read-only, and with the environment of its pod alone. */
export function containedStart(contained: Contained): MachineStart {
  const { image, pod, container, start, root, mounts } = contained
  const { name } = pod.metadata
  return {
    path: '/usr/bin/unshare',
    args: [
      '--mount',
      '--uts',
      '--ipc',
      '/bin/sh',
      '-euc',
      script,
      'sh',
      image.root,
      root,
      name,
      userOf(contained),
      ...mounts.flatMap(({ from, to, isReadOnly }) => [from, to, isReadOnly ? 'ro' : 'rw']),
      '--',
      ...(container.command ?? image.config.Entrypoint),
      ...start.args,
    ],
    env: { HOME: '/', HOSTNAME: name, ...environment(image), ...start.env },
  }
}

/** Lets a container of a pod, which has no address of its own here, listen on loopback ports of the machine. */
export function onLoopback(
  { args, env }: ContainerStart,
  ports: ReadonlyMap<number, number>,
): ContainerStart {
  const moved = args.map(arg =>
    arg.replace(/^(--[\w-]*address=)[^:]*:(\d+)$/, (whole, flag: string, port: string) => {
      const own = ports.get(Number(port))
      return own === undefined ? whole : `${flag}127.0.0.1:${own}`
    }),
  )
  return { args: moved, env }
}

/** The ports of the addresses that a container is asked to listen on. */
export function listenedPorts({ args }: ContainerStart): readonly number[] {
  return args.flatMap(arg => {
    const port = /^--[\w-]*address=[^:]*:(\d+)$/.exec(arg)?.[1]
    return port === undefined ? [] : [Number(port)]
  })
}

function environment({ config }: PulledImage): Record<string, string> {
  return Object.fromEntries(
    config.Env.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

function userOf({ image, pod }: Contained): string {
  const { runAsUser, runAsGroup = 0 } = pod.spec.securityContext ?? {}
  return runAsUser === undefined ? image.config.User : `${runAsUser}:${runAsGroup}`
}
