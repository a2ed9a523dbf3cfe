import { readSpan } from '../../domain/fleet/query/read-span.ts'
import type { Api } from '../../engine/api/api.ts'
import { connect } from '../../kube/connect.ts'
import { systemClock } from '../../kube/system-clock.ts'
import type { ConnectionConfig } from '../../kube/transport/connection-config.ts'
import { environmentProxy, readProxyUrl } from '../../kube/user/proxy-for.ts'
import { findManagement } from '../connection/find-management.ts'
import type { Io } from '../io/io.ts'
import { Refusal } from '../command/refusal.ts'
import type { ConnectionFlags } from './fleet-flags.ts'
import type { LiveFleet } from '../../fleet/link/link.ts'
import { liveFleet } from '../../fleet/read/live-fleet.ts'
import { probeAddress } from './probe-address.ts'
import { probeTrust } from './probe-trust.ts'
import { type Connect, loggedConnect } from './log-calls.ts'
import { refuseCall } from './refuse-call.ts'

/** Finds the management cluster as kubectl does. Nothing is sent yet. */
export async function connectFleet(flags: ConnectionFlags, io: Io): Promise<LiveFleet> {
  const timeoutMs = readTimeout(flags['request-timeout'])
  const user = addProxy(await findManagement(flags, io), io.env)
  const { host, hostname, port } = new URL(user.server)
  const proxy = user.proxy === undefined ? undefined : new URL(user.proxy)
  const end = { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || 443), proxy }
  const way = wayOf(io, timeoutMs)
  const { api, reviewAccess, close } = way(user)
  return liveFleet({
    management: api,
    reviewAccess,
    workloads: { connect: (config, memory) => way(addProxy(config, io.env), memory) },
    clock: systemClock,
    random: Math.random,
    context: user.context,
    address: proxy ? `${host} through proxy ${proxy.host}` : host,
    namespace: user.namespace,
    whyUnreachable: () => probeAddress(end),
    whyNotTrusted: () => probeTrust({ ...end, serverName: user.serverName, caData: user.caData }),
    refusal: refuseCall,
    close,
  })
}

function wayOf(io: Io, timeoutMs: number | undefined): Connect {
  const way = timeoutMs === undefined ? connect : timedConnect(connect, timeoutMs)
  return io.isVerbose ? loggedConnect(way, { clock: systemClock, say: io.say }) : way
}

function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const milliseconds = readSpan(text)
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds
  throw new Refusal(`flag "--request-timeout": ${JSON.stringify(text)} is not a duration such as 30s`, {
    exitCode: 2,
  })
}

/** The way to a server, through the proxy that the environment names for it, unless the kubeconfig has named one. */
function addProxy<Config extends ConnectionConfig>(config: Config, env: Io['env']): Config {
  const named = config.proxy === undefined ? environmentProxy(config.server, env) : undefined
  if (named === undefined) return config
  const url = readProxyUrl(named)
  if (url) return { ...config, proxy: url.href }
  // Not shown: it may have a password in it.
  throw new Refusal('cannot use HTTPS_PROXY: it must be http://host:port or https://host:port', {
    exitCode: 4,
    fix: 'unset it, or name the server in NO_PROXY',
  })
}

/** The same way to servers, but every single request may take this long, and no longer. Watches go on. */
function timedConnect(way: Connect, timeoutMs: number): Connect {
  const limits = { connectMs: timeoutMs, callMs: timeoutMs, listMs: timeoutMs, idleMs: timeoutMs }
  return (config, memory) => {
    const connection = way({ ...config, limits: { ...config.limits, ...limits } }, memory)
    return { ...connection, api: timedApi(connection.api, timeoutMs) }
  }
}

function timedApi(api: Api, timeoutMs: number): Api {
  return {
    ...api,
    get: (ref, call) => api.get(ref, { ...call, timeoutMs }),
    list: (selection, call) => api.list(selection, { ...call, timeoutMs }),
    create: (resource, object, call) => api.create(resource, object, { ...call, timeoutMs }),
    apply: (resource, object, call) => api.apply(resource, object, { ...call, timeoutMs }),
    update: (resource, object, call) => api.update(resource, object, { ...call, timeoutMs }),
    delete: (ref, call) => api.delete(ref, { ...call, timeoutMs }),
    discover: (apiVersion, call) => api.discover(apiVersion, { ...call, timeoutMs }),
    isReady: call => api.isReady({ ...call, timeoutMs }),
    version: call => api.version({ ...call, timeoutMs }),
  }
}
