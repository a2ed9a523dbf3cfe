import { Agent, type RequestOptions, request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { KeyPair } from '../certificates.ts'
import type { KubeObject, ObjectRef } from './kube-object.ts'

/** An answer of the API server that is not the one asked for. `status` is the HTTP status, `reason` Kubernetes' word. */
class KubeApiError extends Error {
  override readonly name = 'KubeApiError'
  readonly status: number
  readonly reason: string

  constructor(what: string, status: number, body: string) {
    const { reason, message } = parseStatus(body)
    super(`cannot ${what}: ${status} ${reason}: ${message}`)
    this.status = status
    this.reason = reason
  }
}

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly object: KubeObject
}

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly contentType?: string
  readonly signal?: AbortSignal
}

const REQUEST_TIMEOUT_MS = 30_000
const FIELD_MANAGER = 'fitout-lab'

/**
 * The lab's own client: it looks at the world from outside.
 *
 * It shares no code with Fitout on purpose, so that a fault there cannot hide itself from the tests.
 */
export class KubeApi {
  readonly #options: RequestOptions
  readonly #headers: Readonly<Record<string, string>>
  readonly #resources = new Map<string, Map<string, { plural: string; namespaced: boolean }>>()

  constructor(port: number, ca: string, credentials: KeyPair | { readonly token: string }) {
    const agent = new Agent({ keepAlive: true })
    this.#options = { host: '127.0.0.1', port, agent, ca, ...('key' in credentials ? credentials : {}) }
    this.#headers = 'token' in credentials ? { authorization: `Bearer ${credentials.token}` } : {}
  }

  /** Whether the API server says that it is ready. */
  async isReady(): Promise<boolean> {
    try {
      const answer = await this.#send({ method: 'GET', path: '/readyz' })
      answer.resume()
      return answer.statusCode === 200
    } catch {
      return false
    }
  }

  /** Whether the API server takes the credentials at all. */
  async isAccepted(): Promise<boolean> {
    const answer = await this.#send({ method: 'GET', path: '/api' })
    answer.resume()
    return answer.statusCode !== 401
  }

  async get(object: ObjectRef): Promise<KubeObject> {
    return this.#call({ method: 'GET', path: await this.#pathOf(object) }, `read ${nameOf(object)}`)
  }

  /** The object, or undefined when the API server says that it is not there. */
  async find(object: ObjectRef): Promise<KubeObject | undefined> {
    try {
      return await this.get(object)
    } catch (error) {
      if (error instanceof KubeApiError && error.status === 404) return undefined
      throw error
    }
  }

  async list(apiVersion: string, kind: string, query = ''): Promise<readonly KubeObject[]> {
    return (await this.#list(apiVersion, kind, query)).items
  }

  async create(object: KubeObject): Promise<KubeObject> {
    const path = await this.#collectionOf(object)
    return this.#call({ method: 'POST', path, body: object }, `create ${nameOf(object)}`)
  }

  /** Server-side apply, as the lab unless another manager is named, taking over what others own. */
  async apply(object: KubeObject, subresource = '', manager = FIELD_MANAGER): Promise<KubeObject> {
    const path = `${await this.#pathOf(object)}${subresource}?fieldManager=${manager}&force=true`
    const call = { method: 'PATCH', path, body: object, contentType: 'application/apply-patch+yaml' }
    return this.#call(call, `apply ${nameOf(object)}`)
  }

  /** JSON merge patch: null removes a field. */
  async patch(object: ObjectRef, patch: object, subresource = ''): Promise<KubeObject> {
    const path = `${await this.#pathOf(object)}${subresource}`
    const call = { method: 'PATCH', path, body: patch, contentType: 'application/merge-patch+json' }
    return this.#call(call, `patch ${nameOf(object)}`)
  }

  /** POSTs to a subresource such as `/token` or `/eviction`. */
  async post(object: ObjectRef, subresource: string, body: object): Promise<KubeObject> {
    const call = { method: 'POST', path: `${await this.#pathOf(object)}${subresource}`, body }
    return this.#call(call, `post ${subresource} of ${nameOf(object)}`)
  }

  /** Asks for the object's deletion. One that is not there is deleted already. */
  async delete(object: ObjectRef, options: object = {}): Promise<void> {
    try {
      await this.#call(
        { method: 'DELETE', path: await this.#pathOf(object), body: options },
        `delete ${nameOf(object)}`,
      )
    } catch (error) {
      if (!(error instanceof KubeApiError) || error.status !== 404) throw error
    }
  }

  /** Everything that is there as ADDED, then every change, until the connection ends or `signal` aborts. */
  async *watch(apiVersion: string, kind: string, signal: AbortSignal): AsyncGenerator<WatchEvent> {
    const { items, resourceVersion } = await this.#list(apiVersion, kind, '')
    for (const object of items) yield { type: 'ADDED', object: { ...object, apiVersion, kind } }
    const path = `${await this.#collectionOf({ apiVersion, kind, metadata: { name: '' } })}?watch=true&resourceVersion=${resourceVersion}`
    const answer = await this.#send({ method: 'GET', path, signal })
    if (answer.statusCode !== 200)
      throw new KubeApiError(`watch ${kind}`, answer.statusCode ?? 0, await text(answer))
    let rest = ''
    for await (const chunk of answer.setEncoding('utf8')) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield readEvent(line)
    }
  }

  async #list(apiVersion: string, kind: string, query: string) {
    const path = `${await this.#collectionOf({ apiVersion, kind, metadata: { name: '' } })}${query}`
    const list = await this.#call({ method: 'GET', path }, `list ${kind}`)
    const items = (list['items'] ?? []) as readonly KubeObject[]
    return { items, resourceVersion: list.metadata.resourceVersion ?? '' }
  }

  async #call(call: Call, what: string): Promise<KubeObject> {
    const answer = await this.#send({ signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS), ...call })
    const body = await text(answer)
    const status = answer.statusCode ?? 0
    if (status >= 300) throw new KubeApiError(what, status, body)
    return JSON.parse(body) as KubeObject
  }

  async #send({
    method,
    path,
    body,
    contentType = 'application/json',
    signal,
  }: Call): Promise<IncomingMessage> {
    const content = body === undefined ? '' : JSON.stringify(body)
    // Node gives the body of a DELETE no length of its own: the server would take it for the start of the next request.
    const length = { 'content-length': Buffer.byteLength(content) }
    const described = body === undefined ? {} : { 'content-type': contentType, ...length }
    const headers = { ...this.#headers, ...described }
    return new Promise((resolve, reject) => {
      const call = request(
        { ...this.#options, method, path, headers, ...(signal ? { signal } : {}) },
        resolve,
      )
      call.once('error', reject)
      call.end(content)
    })
  }

  async #pathOf(object: ObjectRef): Promise<string> {
    return `${await this.#collectionOf(object)}/${object.metadata.name}`
  }

  async #collectionOf({ apiVersion, kind, metadata }: ObjectRef): Promise<string> {
    const { plural, namespaced } = await this.#resource(apiVersion, kind)
    const scope = namespaced && metadata.namespace !== undefined ? `/namespaces/${metadata.namespace}` : ''
    return `${root(apiVersion)}${scope}/${plural}`
  }

  // Asked again when a kind is not known: its CRD may have come since.
  async #resource(apiVersion: string, kind: string) {
    const known = this.#resources.get(apiVersion)?.get(kind)
    if (known) return known
    const answer = await this.#call({ method: 'GET', path: root(apiVersion) }, `discover ${apiVersion}`)
    const served = answer['resources'] as readonly { name: string; kind: string; namespaced: boolean }[]
    const kinds = served
      .filter(({ name }) => !name.includes('/'))
      .map(({ name, kind, namespaced }) => [kind, { plural: name, namespaced }] as const)
    this.#resources.set(apiVersion, new Map(kinds))
    const found = this.#resources.get(apiVersion)?.get(kind)
    if (!found) throw new KubeApiError(`find kind ${kind} in ${apiVersion}`, 404, '')
    return found
  }
}

function readEvent(line: string): WatchEvent {
  const event = JSON.parse(line) as WatchEvent | { readonly type: 'ERROR'; readonly object: unknown }
  // The watch is over, most often because its resourceVersion is too old: who watches starts again.
  if (event.type === 'ERROR') throw new KubeApiError('go on watching', 410, JSON.stringify(event.object))
  return event
}

function root(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
}

function nameOf({ kind, metadata }: ObjectRef): string {
  return [kind, [metadata.namespace, metadata.name].filter(Boolean).join('/')].join(' ')
}

function parseStatus(body: string): { reason: string; message: string } {
  try {
    const { reason = 'NoReason', message = '' } = JSON.parse(body) as { reason?: string; message?: string }
    return { reason, message }
  } catch {
    return { reason: 'NoStatus', message: body.slice(0, 200) }
  }
}
