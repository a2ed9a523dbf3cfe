import { ApiError } from '../../engine/api/api-error.ts'
import type { VirtualClock } from '../clock/virtual-clock.ts'
import type { ApiCaller } from './actor.ts'
import type { CallFacts, CallFault, Moment } from './fault-plan.ts'
import type { NetworkLink } from './link.ts'

/** One call on its way to a server and back. */
export interface Attempt<Answer> {
  readonly facts: CallFacts
  readonly fault: CallFault | undefined
  readonly clock: VirtualClock
  readonly actor: ApiCaller
  readonly link: NetworkLink | undefined
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  /** The call in words, for its errors. */
  readonly name: string
  readonly act: () => Promise<Answer>
}

/** How a call ended. */
export type AttemptOutcome<Answer> =
  | { readonly result: 'answered'; readonly answer: Answer }
  | { readonly result: 'failed'; readonly error: ApiError }

/** Makes a call, with what the link and the fault do to it. Ends by its deadline or its signal at the latest. */
export function attempt<Answer>(given: Attempt<Answer>): Promise<AttemptOutcome<Answer>> {
  return isPlain(given) ? attemptPlainly(given) : attemptWithDeadline(given)
}

// Most calls: nothing can keep them from being answered in time but a link that falls silent while they are made.
function isPlain<Answer>({ fault, link, timeoutMs }: Attempt<Answer>): boolean {
  const state = link?.state ?? { kind: 'up' }
  return fault === undefined && state.kind === 'up' && 2 * (state.latencyMs ?? 0) < timeoutMs
}

async function attemptPlainly<Answer>(given: Attempt<Answer>): Promise<AttemptOutcome<Answer>> {
  const { clock, link, signal, timeoutMs, act, name } = given
  if (signal?.aborted) return failed(given, 'Cancelled')
  const start = clock.elapsed()
  try {
    await crossLink(given)
    const answer = await act()
    if (link?.state.kind === 'silent') {
      await clock.sleep(timeoutMs - (clock.elapsed() - start), signal)
      return failed(given, signal?.aborted ? 'Cancelled' : 'Timeout')
    }
    await crossLink(given)
    return signal?.aborted ? failed(given, 'Cancelled') : { result: 'answered', answer }
  } catch (error) {
    return { result: 'failed', error: toApiError(error, name) }
  }
}

function attemptWithDeadline<Answer>(given: Attempt<Answer>): Promise<AttemptOutcome<Answer>> {
  const { clock, timeoutMs, signal } = given
  return new Promise(resolve => {
    const finish = (outcome: AttemptOutcome<Answer>): void => {
      cancelDeadline()
      signal?.removeEventListener('abort', cancelled)
      resolve(outcome)
    }
    const cancelled = (): void => finish(failed(given, 'Cancelled'))
    const cancelDeadline = clock.after(timeoutMs, () => finish(failed(given, 'Timeout')))
    if (signal?.aborted) return cancelled()
    signal?.addEventListener('abort', cancelled)
    void travel(given).then(finish, (error: unknown) =>
      finish({ result: 'failed', error: toApiError(error, given.name) }),
    )
  })
}

async function travel<Answer>(given: Attempt<Answer>): Promise<AttemptOutcome<Answer>> {
  await crossLink(given)
  await meetFault(given, 'before')
  const answer = await given.act()
  await meetFault(given, 'after')
  await crossLink(given)
  return { result: 'answered', answer }
}

/** Goes over the link once: at once, after a while, or never. Throws when there is no way. */
function crossLink<Answer>({ link, clock, name }: Attempt<Answer>): Promise<void> | undefined {
  const state = link?.state ?? { kind: 'up' }
  if (state.kind === 'down') throw new ApiError('Unreachable', { call: name })
  if (state.kind === 'silent') return new Promise<never>(() => {})
  return state.latencyMs === undefined ? undefined : clock.sleep(state.latencyMs)
}

async function meetFault<Answer>({ fault, clock, actor, name }: Attempt<Answer>, at: Moment): Promise<void> {
  if (fault === undefined || fault.at !== at) return
  switch (fault.kind) {
    case 'fail': {
      const { code, status, retryAfterSeconds } = fault
      throw new ApiError(code, {
        call: name,
        ...(status === undefined ? {} : { status }),
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      })
    }
    case 'delay':
      return clock.sleep(fault.milliseconds)
    case 'hang':
      return new Promise<never>(() => {})
    case 'jump':
      return actor.jump(fault.milliseconds)
    case 'crash':
      actor.kill()
      return actor.pass()
  }
}

function failed<Answer>({ name }: Attempt<Answer>, code: 'Cancelled' | 'Timeout'): AttemptOutcome<Answer> {
  return { result: 'failed', error: new ApiError(code, { call: name }) }
}

// Anything else is a fault of the simulator itself, and must not look like one of the server.
function toApiError(error: unknown, name: string): ApiError {
  if (error instanceof ApiError) return error
  throw new Error(`cannot ${name}: the simulator failed`, { cause: error })
}
