import type { Call, Selection, WatchEvent } from '../../engine/api/api.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { CallFacts, DeliveryFault, FaultPlan } from './fault-plan.ts'
import type { Seam } from './faulty-api.ts'

interface WatchCall {
  readonly selection: Selection
  readonly resourceVersion: string
  readonly call: Call
  readonly facts: CallFacts
}

/** A watch as an actor meets it: events are lost, doubled, late, in another order, and the stream ends, breaks or falls silent. */
export async function* faultyWatch(
  seam: Seam & { readonly plan: FaultPlan },
  { selection, resourceVersion, call, facts }: WatchCall,
): AsyncGenerator<WatchEvent, void, undefined> {
  const { api, actor, plan, history, server, clock } = seam
  const refusal = plan.onWatch?.(facts)
  if (refusal !== undefined) throw new ApiError(refusal, { call: `watch ${facts.key}` })
  const stop = linkedSignal(seam, call)
  const base = { actor: actor.name, server, key: facts.key }
  history.add({ ...base, op: 'watch', rv: resourceVersion })
  await actor.pass()
  let held: WatchEvent | undefined
  try {
    for await (const event of api.watch(selection, resourceVersion, { ...call, signal: stop.signal })) {
      const fault = plan.onDeliver(facts, event)
      if (fault) history.add({ ...base, op: 'fault', call: 'watch', fault: fault.kind })
      if (fault?.kind === 'cut') break
      if (fault?.kind === 'break') throw new ApiError(fault.code, { call: `watch ${facts.key}` })
      if (fault?.kind === 'stall') await silence(stop.signal)
      if (fault?.kind === 'delay') await clock.sleep(fault.milliseconds, stop.signal)
      await untilHeard(seam, stop.signal)
      await actor.pass()
      const [told, rest] = order(event, fault, held)
      held = rest
      for (const each of told) {
        history.add({ ...base, op: 'deliver', ...factsOf(each) })
        yield each
      }
    }
  } catch (error) {
    if (stop.isDown()) throw new ApiError('Unreachable', { call: `watch ${facts.key}` })
    throw error
  } finally {
    stop.close()
  }
}

// What was held back comes after the event that overtook it.
function order(
  event: WatchEvent,
  fault: DeliveryFault | undefined,
  held: WatchEvent | undefined,
): readonly [told: readonly WatchEvent[], held: WatchEvent | undefined] {
  const late = held === undefined ? [] : [held]
  switch (fault?.kind) {
    case 'drop':
      return [late, undefined]
    case 'duplicate':
      return [[event, event, ...late], undefined]
    case 'swap':
      return [late, event]
    default:
      return [[event, ...late], undefined]
  }
}

function factsOf(event: WatchEvent): object {
  if (event.type === 'BOOKMARK') return { event: event.type, rv: event.resourceVersion }
  const { namespace, name, uid, resourceVersion, generation } = event.object.metadata
  const object = [namespace, name].filter(Boolean).join('/')
  return { event: event.type, object, uid, rv: resourceVersion, gen: generation }
}

/** A signal for the watch below, that ends with the caller's, with the actor, or when the link goes down. */
function linkedSignal({ link, actor }: Seam, call: Call) {
  const controller = new AbortController()
  let isDown = false
  const abort = (): void => controller.abort('over')
  const look = (): void => {
    if (link?.state.kind !== 'down') return
    isDown = true
    abort()
  }
  const forget = link?.onChange(look)
  call.signal?.addEventListener('abort', abort)
  actor.signal.addEventListener('abort', abort)
  if (call.signal?.aborted || actor.isDead) abort()
  look()
  return {
    signal: controller.signal,
    isDown: () => isDown,
    close: () => {
      forget?.()
      call.signal?.removeEventListener('abort', abort)
      actor.signal.removeEventListener('abort', abort)
    },
  }
}

/** Lasts while the link is silent: what was sent meanwhile arrives when it is not any more. */
async function untilHeard({ link }: Seam, signal: AbortSignal): Promise<void> {
  while (link?.state.kind === 'silent' && !signal.aborted)
    await new Promise<void>(resolve => {
      const forget = link.onChange(wake)
      function wake(): void {
        forget()
        signal.removeEventListener('abort', wake)
        resolve()
      }
      signal.addEventListener('abort', wake)
    })
}

/** Lasts until the signal aborts. */
function silence(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}
