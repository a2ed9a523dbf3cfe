import type { ChangedPath, GitHost, HostRequest } from './git-host.ts'
import { proposesFor } from './fleet-paths.ts'

/** An open merge request that touches the fleet. */
export interface OpenChange {
  /** `!215` or `#215`. */
  readonly id: string
  readonly request: HostRequest
  /** `dev/team-2`: environment and name, of the clusters whose own files it changes. */
  readonly clusters: readonly string[]
}

/** More open merge requests are not looked into: each is a call. */
const MOST_LOOKED_INTO = 50

/** What was read of a request before, by its number and commit: its files are asked for once. */
export type ChangeMemory = Map<string, readonly ChangedPath[]>

/** Lists the open merge requests of a fleet repository that touch the fleet, the newest first. */
export async function openChanges(
  host: GitHost,
  base: string,
  memory: ChangeMemory = new Map(),
): Promise<readonly OpenChange[]> {
  const requests = await host.openRequests(base, MOST_LOOKED_INTO)
  const keys = new Set(requests.map(keyOf))
  for (const key of memory.keys()) if (!keys.has(key)) memory.delete(key)
  const found: OpenChange[] = []
  for (const request of requests) {
    const key = keyOf(request)
    const paths = memory.get(key) ?? (await host.changedPaths(request.number))
    memory.set(key, paths)
    const clusters = proposesFor(paths.flatMap(({ path, before }) => [path, before]))
    if (clusters) found.push({ id: `${host.mark}${request.number}`, request, clusters })
  }
  return found
}

function keyOf({ number, head }: HostRequest): string {
  return `${number} ${head}`
}
