import type { Api } from '../../engine/api/api.ts'
import type { Connect } from './tell-calls.ts'

/** The same way to servers, but every single request may take this long, and no longer. Watches go on. */
export function timedConnect(way: Connect, timeoutMs: number): Connect {
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
