import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Clock } from '../engine/clock.ts'
import { systemClock } from './system-clock.ts'
import { inClusterConnection } from './user/in-cluster.ts'
import { loadFiles } from './user/load-files.ts'
import { readPlainContext } from './user/plain-context.ts'
import { readContext } from './user/read-context.ts'
import type { UserConnection } from './user/user-connection.ts'
import { UserKubeconfigError } from './user/user-kubeconfig-error.ts'

/** Where a person says how to reach the management cluster. */
export interface UserKubeconfigOptions {
  /** The flag `--kubeconfig`. */
  readonly path?: string
  /** The flag `--context`. */
  readonly context?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly serviceAccountFolder?: string
  readonly clock?: Clock
}

const SERVICE_ACCOUNT_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount'

/**
 * Finds the management cluster as kubectl would, or throws a UserKubeconfigError that says what to do.
 *
 * For a person's own kubeconfig only: it may run programs. Those from Secrets go through `parseKubeconfig`.
 */
export async function readUserKubeconfig(options: UserKubeconfigOptions): Promise<UserConnection> {
  const paths = await filesOf(options)
  const [path, ...others] = paths
  const plain = path && others.length === 0 ? await readPlainContext(path, options.context) : undefined
  if (plain) return plain
  if (path !== undefined) return readContext(await loadFiles(paths), options.context)
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = options.env
  if (!host || !port) {
    const advice = 'set --kubeconfig or KUBECONFIG, or run inside a cluster'
    throw new UserKubeconfigError('NO_KUBECONFIG', 'find a kubeconfig', advice)
  }
  const folder = options.serviceAccountFolder ?? SERVICE_ACCOUNT_FOLDER
  return inClusterConnection({ host, port, folder, clock: options.clock ?? systemClock })
}

/** The names of the contexts that a person may choose from, in their order; none without a kubeconfig. */
export async function listContexts(options: UserKubeconfigOptions): Promise<readonly string[]> {
  const { contexts } = await loadFiles(await filesOf(options))
  return contexts.map(({ name }) => name)
}

async function filesOf({ path, env, home }: UserKubeconfigOptions): Promise<readonly string[]> {
  if (path !== undefined) return [path]
  const listed = (env['KUBECONFIG'] ?? '').split(delimiter).filter(Boolean)
  const candidates = listed.length > 0 ? listed : [join(home, '.kube', 'config')]
  const found = await existing(candidates)
  // A file that was named and is not there is worth a word; the usual one may be missing.
  return found.length === 0 ? listed.slice(0, 1) : found
}

async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const looks = await Promise.allSettled(paths.map(async path => access(path)))
  return paths.filter((_, index) => looks[index]?.status === 'fulfilled')
}
