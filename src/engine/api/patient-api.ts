import type { Api, Call } from './api.ts'

/** The longest that one call of a look is waited for. */
const CALL_MS = 8_000

/** An API whose calls wait with the patience that they bring along; those without any wait as they always do. */
export function patientApi(api: Api): Api {
  return {
    ...api,
    get: (ref, call) => retryThrottled(`get ${ref.resource.kind}`, call, limits => api.get(ref, limits)),
    list: (selection, call) =>
      retryThrottled(`list ${selection.resource.kind}`, call, limits => api.list(selection, limits)),
    discover: (apiVersion, call) =>
      retryThrottled(`discover ${apiVersion}`, call, limits => api.discover(apiVersion, limits)),
    isReady: call => retryThrottled('get readyz', call, limits => api.isReady(limits)),
    version: call => retryThrottled('get version', call, limits => api.version(limits)),
  }
}

async function retryThrottled<Limits extends Call, Answer>(
  name: string,
  call: Limits | undefined,
  ask: (call: Limits | undefined) => Promise<Answer>,
): Promise<Answer> {
  const patience = call?.patience
  if (call === undefined || patience === undefined) return ask(call)
  return patience.wait(name, withinMs =>
    ask({ ...call, timeoutMs: Math.min(call.timeoutMs ?? CALL_MS, withinMs) }),
  )
}
