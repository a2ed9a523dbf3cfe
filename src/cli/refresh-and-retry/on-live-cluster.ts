import type { FleetCluster } from '../../domain/fleet/fleet-snapshot.ts'
import type { ExitCode } from '../command/exit-code.ts'
import type { ConnectionFlags } from '../fleet/fleet-flags.ts'
import type { Link } from '../../fleet/link/link.ts'
import { commonNamespace, demandCluster, qualified } from '../fleet/named-clusters.ts'
import { openFleet, type CommandSetting } from '../fleet/open-fleet.ts'

/** Which cluster is meant. */
export interface ClusterRequest {
  readonly word: string
  /** The command, for `try:`. */
  readonly verb: string
  readonly flags: ConnectionFlags
}

/** Finds a cluster of a live fleet, does something about it, and lets the connection go. */
export async function onLiveCluster(
  { word, verb, flags }: ClusterRequest,
  setting: CommandSetting,
  act: (link: Link, cluster: FleetCluster) => Promise<ExitCode>,
): Promise<ExitCode> {
  const name = qualified(word, flags.namespace)
  const namespace = commonNamespace([name], flags.namespace)
  const { source, link, close } = await openFleet({ ...flags, namespace }, setting)
  try {
    const cluster = demandCluster(await source.read(), name, verb)
    if (!link) throw new Error('a command that writes was given a file')
    return await act(link, cluster)
  } finally {
    close()
  }
}
