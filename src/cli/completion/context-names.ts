import { homedir } from 'node:os'
import { listContexts } from '../../kube/user-kubeconfig.ts'
import type { Io } from '../io/io.ts'

/** The contexts of the kubeconfig that the typed flags name, or of the usual one. */
export async function contextNames(
  flags: ReadonlyMap<string, string | true>,
  { env }: Pick<Io, 'env'>,
): Promise<readonly string[]> {
  const path = flags.get('kubeconfig')
  return listContexts({ ...(typeof path === 'string' ? { path } : {}), env, home: env['HOME'] ?? homedir() })
}
