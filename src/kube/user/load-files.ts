import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { KubeConfig } from '@kubernetes/client-node'
import { UserKubeconfigError } from './user-kubeconfig-error.ts'

/** Reads kubeconfig files and merges them as kubectl does: what comes first wins. */
export async function loadFiles(paths: readonly string[]): Promise<KubeConfig> {
  // Loaded when it is needed: it takes longer than most commands.
  const { KubeConfig } = await import('@kubernetes/client-node')
  const merged = new KubeConfig()
  for (const path of paths) merge(merged, parse(new KubeConfig(), path, await read(path)))
  return merged
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    const advice = 'no such file, or no permission to read it; check --kubeconfig and KUBECONFIG'
    throw new UserKubeconfigError('NOT_READABLE', `read ${path}`, advice)
  }
}

function parse(config: KubeConfig, path: string, text: string): KubeConfig {
  try {
    config.loadFromString(text)
  } catch (error) {
    // The parser's own words quote the file, and so what is secret in it.
    throw new UserKubeconfigError(
      'NOT_A_KUBECONFIG',
      `read ${path}${placeOf(error)}`,
      'it is not a kubeconfig',
    )
  }
  config.makePathsAbsolute(dirname(path))
  return config
}

function placeOf(error: unknown): string {
  const mark: unknown = error instanceof Error && 'mark' in error ? error.mark : undefined
  if (typeof mark !== 'object' || mark === null || !('line' in mark) || !('column' in mark)) return ''
  return `:${Number(mark.line) + 1}:${Number(mark.column) + 1}`
}

function merge(into: KubeConfig, from: KubeConfig): void {
  into.currentContext ||= from.currentContext
  into.clusters = firstOfEachName([...into.clusters, ...from.clusters])
  into.users = firstOfEachName([...into.users, ...from.users])
  into.contexts = firstOfEachName([...into.contexts, ...from.contexts])
}

function firstOfEachName<Entry extends { readonly name: string }>(entries: readonly Entry[]): Entry[] {
  const byName = new Map<string, Entry>()
  for (const entry of entries) if (!byName.has(entry.name)) byName.set(entry.name, entry)
  return [...byName.values()]
}
