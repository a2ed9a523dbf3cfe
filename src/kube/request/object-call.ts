import { ApiError } from '../../engine/api/api-error.ts'
import type { Call } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { JsonFields } from '../answer/parse-json.ts'
import { type WantedKind, readObject } from '../answer/read-object.ts'
import type { Transport } from '../transport/transport.ts'
import { type ServerRequest, requestJson } from './send-request.ts'
import { callName } from './call-name.ts'
import { type UrlQuery, type ResourcePlace, queryText, resourcePath } from './resource-path.ts'

/** A call on a kind: on one object of it, or on all. */
export interface ObjectCall extends ResourcePlace {
  readonly verb: string
  readonly method: ServerRequest['method']
  readonly query?: UrlQuery
  readonly accept?: string
  readonly contentType?: string
  readonly body?: object
  /** What the call is about when that is not in its path: an object that does not exist yet. */
  readonly about?: string
}

/** What was asked, by its name in errors, and the answer. */
interface Answered {
  readonly name: string
  readonly answer: JsonFields
}

/** Makes a call on a kind and returns the JSON object that is the answer, or throws an ApiError. */
export async function callKind(transport: Transport, call: ObjectCall, options: Call): Promise<Answered> {
  const { verb, method, query = {}, about, ...rest } = call
  const name = callName(verb, { ...call, name: call.name ?? about })
  const path = resourcePath(call)
  // Nothing is asked about a name that would lead elsewhere.
  if (path === undefined) throw new ApiError('Invalid', { call: name })
  const question: ServerRequest = {
    call: name,
    method,
    path: `${path}${queryText(query)}`,
    signal: options.signal,
    deadlineMs: options.timeoutMs ?? transport.limits.callMs,
    isSecret: call.resource.kind === 'Secret',
    ...(rest.accept === undefined ? {} : { accept: rest.accept }),
    ...(rest.contentType === undefined ? {} : { contentType: rest.contentType }),
    ...(rest.body === undefined ? {} : { body: rest.body }),
  }
  return { name, answer: await requestJson(transport, question) }
}

/** The object that was asked for, and no other: a server that answers with another one is not believed. */
export function objectIn(
  { name, answer }: Answered,
  want: WantedKind & { readonly namespace?: string | undefined; readonly name: string },
): KubeObject {
  const object = readObject(answer, want)
  const isIt = object?.metadata.name === want.name && object.metadata.namespace === want.namespace
  if (!object || !isIt) throw new ApiError('BadAnswer', { call: name })
  return object
}
