import { type ApiErrorCode, ApiError } from '../../src/engine/api/api-error.ts'
import type { Api, ObjectRef, Resource, Selection } from '../../src/engine/api/api.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import type { History, HistoryEntry } from '../../src/simulator/faults/history.ts'
import { textAt } from './history/fields.ts'

/** Who calls which server, and where it is written down. */
export interface Recorder {
  readonly actor: string
  /** `management`, or the name of a workload cluster. */
  readonly server: string
  /** One for all actors and servers of a simulation, and no other than the fault injection's. */
  readonly history: History
  /** Makes a call, and returns whether an object was made by it; servers that act at once can tell. */
  readonly perform?: Perform
}

/** Makes a call. */
export type Perform = <Answer>(act: () => Answer) => { readonly answer: Answer; readonly isCreated: boolean }

/**
 * What an audit log is for a real server: every call that reached it, with what was sent and what came of it.
 *
 * It belongs right before the server, below the fault injection: a lost answer is no refused write.
 */
export function recordApi(api: Api, recorder: Recorder): Api {
  const calls = new RecordedCalls(recorder)
  return {
    ...api,
    get: (ref, call = {}) => calls.run({ op: 'get', ...ofRef(ref) }, () => api.get(ref, call)),
    list: (selection, call = {}) =>
      calls.run({ op: 'list', ...ofSelection(selection) }, () => api.list(selection, call)),
    watch: (selection, resourceVersion, call = {}) => {
      calls.add({ op: 'watch', ...ofSelection(selection), asked: resourceVersion })
      return api.watch(selection, resourceVersion, call)
    },
    create: (resource, object, call) =>
      calls.run({ op: 'create', ...ofObject(resource, object), manager: call.fieldManager }, () =>
        api.create(resource, object, call),
      ),
    apply: (resource, object, call) => {
      const { fieldManager: manager, force = false, subresource } = call
      const facts = { op: 'apply', ...ofObject(resource, object), manager, force, subresource } as const
      return calls.run(facts, () => api.apply(resource, object, call))
    },
    update: (resource, object, call) => {
      const { fieldManager: manager, subresource } = call
      const facts = { op: 'update', ...ofObject(resource, object), manager, subresource } as const
      return calls.run(facts, () => api.update(resource, object, call))
    },
    delete: (ref, call = {}) => {
      const { uid, resourceVersion } = call
      const facts = {
        op: 'delete',
        ...ofRef(ref),
        body: { preconditions: { uid, resourceVersion } },
      } as const
      return calls.run(facts, () => api.delete(ref, call))
    },
  }
}

/** What is written down of a call; who makes it is known. */
type Facts = Pick<HistoryEntry, 'op'> & { readonly [fact: string]: unknown }

class RecordedCalls {
  readonly #recorder: Recorder

  constructor(recorder: Recorder) {
    this.#recorder = recorder
  }

  add(facts: Facts): void {
    const { actor, server, history } = this.#recorder
    history.add({ actor, server, ...facts })
  }

  async run<Answer>(facts: Facts, act: () => Promise<Answer>): Promise<Answer> {
    try {
      const { perform = plainly } = this.#recorder
      const { answer: promised, isCreated } = perform(act)
      const answer = await promised
      // Reads are told by what was asked: what they gave may be large, and nobody judges it.
      const isObject = facts.op !== 'get' && textAt(answer, 'metadata', 'name') !== undefined
      this.add({
        ...facts,
        status: 'ok',
        ...(isObject ? { answer } : {}),
        ...(isCreated ? { isCreated } : {}),
      })
      return answer
    } catch (error) {
      this.add({ ...facts, status: codeOf(error) })
      throw error
    }
  }
}

const plainly: Perform = act => ({ answer: act(), isCreated: false })

function codeOf(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'ServerError'
}

function ofRef({ resource, namespace, name }: ObjectRef) {
  const place = [namespace, name].filter(Boolean).join('/')
  return { group: resource.group, resource: resource.plural, key: `${resource.kind} ${place}` }
}

function ofObject(resource: Resource, object: KubeObject) {
  const { namespace, name } = object.metadata
  return {
    ...ofRef(namespace === undefined ? { resource, name } : { resource, namespace, name }),
    body: object,
  }
}

function ofSelection({ resource, namespace }: Selection) {
  return {
    group: resource.group,
    resource: resource.plural,
    key: namespace === undefined ? resource.kind : `${resource.kind} ${namespace}/`,
  }
}
