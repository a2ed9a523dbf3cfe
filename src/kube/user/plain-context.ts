import { readFile } from 'node:fs/promises'
import { KubeconfigError } from '../../domain/kubeconfig/kubeconfig-error.ts'
import { parseContext } from '../../domain/kubeconfig/parse-kubeconfig.ts'
import type { UserConnection } from './user-connection.ts'

/**
 * Reads a kubeconfig that has nothing but an address, its authority and plain credentials in it; undefined for any other.
 *
 * The library that reads all of them takes 40 MB and longer than most commands.
 */
export async function readPlainContext(
  path: string,
  wanted: string | undefined,
): Promise<UserConnection | undefined> {
  try {
    const { name, namespace = 'default', access } = parseContext(await readFile(path, 'utf8'))
    return wanted === undefined || wanted === name ? { ...access, context: name, namespace } : undefined
  } catch (error) {
    // Whoever reads it next says what is wrong with it: no right to read it, or nothing that can be used.
    if (error instanceof KubeconfigError || (error instanceof Error && 'code' in error)) return undefined
    throw error
  }
}
