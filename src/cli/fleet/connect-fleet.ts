import { connect } from '../../kube/connect.ts'
import { systemClock } from '../../kube/system-clock.ts'
import { findManagement } from '../connection/find-management.ts'
import type { Io } from '../io/io.ts'
import type { Way } from './fleet-flags.ts'
import type { LiveFleet } from './link.ts'
import { liveFleet } from './live-fleet.ts'
import { probeAddress } from './probe-address.ts'
import { type Connect, tellingConnect } from './tell-calls.ts'

/** Finds the management cluster as kubectl does. Nothing is sent yet. */
export async function connectFleet(flags: Way, io: Io): Promise<LiveFleet> {
  const user = await findManagement(flags, io)
  const { host, hostname, port } = new URL(user.server)
  const way: Connect = io.isVerbose ? tellingConnect(connect, { clock: systemClock, say: io.say }) : connect
  const { api, close } = way(user)
  return liveFleet({
    management: api,
    workloads: { connect: way },
    clock: systemClock,
    random: Math.random,
    context: user.context,
    address: host,
    namespace: user.namespace,
    whyUnreachable: () => probeAddress(hostname.replaceAll(/[[\]]/g, ''), Number(port || 443)),
    close,
  })
}
