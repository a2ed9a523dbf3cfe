import { readSpan } from '../../domain/fleet/query/read-span.ts'
import { connect } from '../../kube/connect.ts'
import { systemClock } from '../../kube/system-clock.ts'
import { findManagement } from '../connection/find-management.ts'
import type { Io } from '../io/io.ts'
import { Refusal } from '../command/refusal.ts'
import { addProxy } from './add-proxy.ts'
import type { ConnectionFlags } from './fleet-flags.ts'
import type { LiveFleet } from './link.ts'
import { liveFleet } from './live-fleet.ts'
import { timedConnect } from './timed-connect.ts'
import { probeAddress } from './probe-address.ts'
import { probeTrust } from './probe-trust.ts'
import { type Connect, tellingConnect } from './tell-calls.ts'

/** Finds the management cluster as kubectl does. Nothing is sent yet. */
export async function connectFleet(flags: ConnectionFlags, io: Io): Promise<LiveFleet> {
  const timeoutMs = readTimeout(flags['request-timeout'])
  const user = addProxy(await findManagement(flags, io), io.env)
  const { host, hostname, port } = new URL(user.server)
  const proxy = user.proxy === undefined ? undefined : new URL(user.proxy)
  const end = { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || 443), proxy }
  const way = wayOf(io, timeoutMs)
  const { api, close } = way(user)
  return liveFleet({
    management: api,
    workloads: { connect: (config, memory) => way(addProxy(config, io.env), memory) },
    clock: systemClock,
    random: Math.random,
    context: user.context,
    address: proxy ? `${host} through proxy ${proxy.host}` : host,
    namespace: user.namespace,
    whyUnreachable: () => probeAddress(end),
    whyNotTrusted: () => probeTrust({ ...end, serverName: user.serverName, caData: user.caData }),
    close,
  })
}

function wayOf(io: Io, timeoutMs: number | undefined): Connect {
  const way = timeoutMs === undefined ? connect : timedConnect(connect, timeoutMs)
  return io.isVerbose ? tellingConnect(way, { clock: systemClock, say: io.say }) : way
}

function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const milliseconds = readSpan(text)
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds
  throw new Refusal(`flag "--request-timeout": ${JSON.stringify(text)} is not a duration such as 30s`, {
    exitCode: 2,
  })
}
