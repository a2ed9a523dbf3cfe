import { isFields } from '../../domain/object/fields.ts'
import type { Api, Call, ObjectRef, Resource, Selection } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { VirtualClock } from '../clock/virtual-clock.ts'
import type { ApiCaller } from './actor.ts'
import { type Attempt, type AttemptOutcome, attempt } from './attempt.ts'
import { type CallFacts, type FaultPlan, noFaults } from './fault-plan.ts'
import { faultyWatch } from './faulty-watch.ts'
import type { History, ApiOperation } from './history.ts'
import type { NetworkLink } from './link.ts'

/** What stands between an actor and a server. */
export interface Seam {
  readonly api: Api
  readonly clock: VirtualClock
  readonly actor: ApiCaller
  readonly history: History
  /** What the server is called in the history, when there are several. */
  readonly server?: string
  readonly plan?: FaultPlan
  readonly link?: NetworkLink
  /** Hears of each write by its number, before it reaches the server and after: here tests look at the world, or change it. */
  readonly beforeWrite?: (write: number) => void
  readonly afterWrite?: (write: number) => void
}

/** A call without a deadline of its own ends after this, as with the real client; a list may take longer. */
const DEADLINE_MS = 10_000
const LIST_DEADLINE_MS = 30_000

const writes: ReadonlySet<ApiOperation> = new Set(['create', 'apply', 'update', 'delete'])

/**
 * A server as an actor meets it: over a link, with faults by plan, and with a history of every call.
 *
 * Writes are numbered per actor and server, from 1; a crash plan names them.
 */
export function faultyApi(seam: Seam): Api {
  const calls = new Calls(seam)
  const { api } = seam
  return {
    get: (ref, call = {}) => calls.run({ op: 'get', call, ...ofRef(ref), act: () => api.get(ref, call) }),
    list: (selection, call = {}) =>
      calls.run({ op: 'list', call, ...ofSelection(selection), act: () => api.list(selection, call) }),
    watch: (selection, resourceVersion, call = {}) => {
      const facts = calls.facts('watch', ofSelection(selection))
      return faultyWatch(
        { ...seam, plan: seam.plan ?? noFaults },
        { selection, resourceVersion, call, facts },
      )
    },
    create: (resource, object, call) =>
      calls.run({
        op: 'create',
        call,
        ...ofObject(resource, object),
        act: () => api.create(resource, object, call),
      }),
    apply: (resource, object, call) =>
      calls.run({
        op: 'apply',
        call,
        ...ofObject(resource, object),
        act: () => api.apply(resource, object, call),
      }),
    update: (resource, object, call) =>
      calls.run({
        op: 'update',
        call,
        ...ofObject(resource, object),
        act: () => api.update(resource, object, call),
      }),
    delete: (ref, call = {}) =>
      calls.run({ op: 'delete', call, ...ofRef(ref), act: () => api.delete(ref, call) }),
    discover: (apiVersion, call = {}) =>
      calls.run({
        op: 'discover',
        call,
        kind: apiVersion,
        key: apiVersion,
        act: () => api.discover(apiVersion, call),
      }),
    isReady: (call = {}) =>
      calls.run({ op: 'isReady', call, kind: '', key: '/readyz', act: () => api.isReady(call) }),
    version: (call = {}) =>
      calls.run({ op: 'version', call, kind: '', key: '/version', act: () => api.version(call) }),
  }
}

interface Request<Answer> {
  readonly op: ApiOperation
  readonly kind: string
  readonly key: string
  readonly call: Call & {
    readonly fieldManager?: string
    readonly force?: boolean
    readonly subresource?: string
  }
  readonly act: () => Promise<Answer>
}

interface HappenedFault {
  readonly op: 'fault'
  readonly call: ApiOperation
  readonly fault: string
  readonly at: string
}

class Calls {
  readonly #seam: Seam
  #calls = 0
  #writes = 0

  constructor(seam: Seam) {
    this.#seam = seam
  }

  facts(op: ApiOperation, { kind, key }: Pick<CallFacts, 'kind' | 'key'>): CallFacts {
    this.#calls += 1
    const write = writes.has(op) ? (this.#writes += 1) : undefined
    const { actor, server } = this.#seam
    const place = server === undefined ? {} : { server }
    return { actor: actor.name, ...place, op, key, kind, write, number: this.#calls }
  }

  async run<Answer>(request: Request<Answer>): Promise<Answer> {
    const { actor, plan = noFaults } = this.#seam
    if (actor.isHeld) await actor.pass()
    const facts = this.facts(request.op, request)
    const fault = plan.onCall(facts)
    if (fault) this.#tell(request, facts, { op: 'fault', call: facts.op, fault: fault.kind, at: fault.at })
    const outcome = await this.#attempt(request, { facts, fault })
    this.#tell(request, facts, outcome)
    if (actor.isHeld) await actor.pass()
    if (outcome.result === 'failed') throw outcome.error
    return outcome.answer
  }

  #tell<Answer>(
    { call }: Request<Answer>,
    facts: CallFacts,
    what: AttemptOutcome<Answer> | HappenedFault,
  ): void {
    const { history, actor, server } = this.#seam
    const { op, key, write } = facts
    // Putting it into words costs more than the call.
    if (history.isSilentOn(write)) return history.skip()
    const { fieldManager: manager, force, subresource } = call
    const common = { actor: actor.name, server, op, key, write, manager, force, subresource }
    if ('fault' in what) history.add({ ...common, ...what })
    else if (what.result === 'failed') history.add({ ...common, status: what.error.code })
    else history.add({ ...common, status: 'ok', ...factsOf(what.answer) })
  }

  #attempt<Answer>(
    { op, key, call, act }: Request<Answer>,
    { facts, fault }: Pick<Attempt<Answer>, 'facts' | 'fault'>,
  ) {
    const { clock, actor, link, beforeWrite, afterWrite } = this.#seam
    const { write } = facts
    return attempt<Answer>({
      facts,
      fault,
      clock,
      actor,
      link,
      timeoutMs: call.timeoutMs ?? (op === 'list' ? LIST_DEADLINE_MS : DEADLINE_MS),
      signal: call.signal,
      name: `${op} ${key}`,
      act:
        write === undefined
          ? act
          : async () => {
              beforeWrite?.(write)
              const answer = await act()
              afterWrite?.(write)
              return answer
            },
    })
  }
}

/** What the history keeps of an answer: which object in which version, or how much of a list. */
function factsOf(answer: unknown): object {
  if (!isFields(answer)) return {}
  const { metadata, items, resourceVersion } = answer
  if (isFields(metadata))
    return { uid: metadata['uid'], rv: metadata['resourceVersion'], gen: metadata['generation'] }
  if (!Array.isArray(items)) return {}
  return { rv: resourceVersion, items: items.length, isPartial: 'continue' in answer || undefined }
}

function ofRef({ resource, namespace, name }: ObjectRef): { readonly kind: string; readonly key: string } {
  return { kind: resource.kind, key: `${resource.kind} ${[namespace, name].filter(Boolean).join('/')}` }
}

function ofObject(
  resource: Resource,
  { metadata }: KubeObject,
): { readonly kind: string; readonly key: string } {
  const { namespace, name } = metadata
  return ofRef(namespace === undefined ? { resource, name } : { resource, namespace, name })
}

function ofSelection({ resource, namespace, labels, fields }: Selection): {
  readonly kind: string
  readonly key: string
} {
  const limits = [namespace && `${namespace}/`, labels && `labels ${labels}`, fields && `fields ${fields}`]
  return { kind: resource.kind, key: [resource.kind, ...limits.filter(Boolean)].join(' ') }
}
