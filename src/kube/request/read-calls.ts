import { ApiError, type ApiErrorCode } from '../../engine/api/api-error.ts'
import type { Api, Call, Resource } from '../../engine/api/api.ts'
import { readList } from '../answer/read-list.ts'
import type { Transport } from '../transport/transport.ts'
import { requestJson, askText } from './send-request.ts'
import { callKind, objectIn } from './object-call.ts'
import { groupVersionPath } from './resource-path.ts'
import { type JsonFields, isJsonFields } from '../answer/parse-json.ts'

type ReadCalls = Pick<Api, 'discover' | 'get' | 'isReady' | 'list' | 'version'>

/** More than any server has to say of one version of an API, or of itself. */
const SMALL_BYTES = 1024 * 1024

const PARTIAL = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
const PARTIAL_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'

/** The header that asks for objects, whole or their metadata alone. */
export function acceptOne(metadataOnly: boolean | undefined): { readonly accept?: string } {
  return metadataOnly ? { accept: PARTIAL } : {}
}

/** The calls that only read. */
export function readCalls(transport: Transport): ReadCalls {
  return {
    get: async (ref, call = {}) => {
      const { metadataOnly } = call
      const get = { verb: 'get', method: 'GET', ...ref, ...acceptOne(metadataOnly) } as const
      return objectIn(await callKind(transport, get, call), { ...ref, metadataOnly })
    },

    list: async (selection, call = {}) => {
      const { labels, fields, metadataOnly } = selection
      const query = {
        limit: call.limit,
        continue: call.continue,
        labelSelector: labels,
        fieldSelector: fields,
      }
      const accept = metadataOnly ? { accept: PARTIAL_LIST } : {}
      const list = { verb: 'list', method: 'GET', ...selection, query, ...accept } as const
      const { name, answer } = await callKind(transport, list, {
        timeoutMs: transport.limits.listMs,
        ...call,
      })
      return readList(answer, selection) ?? refuse('BadAnswer', name)
    },

    discover: async (apiVersion, call = {}) => {
      const name = `discover ${apiVersion}`
      const path = groupVersionPath(apiVersion) ?? refuse('Invalid', name)
      const question = { call: name, method: 'GET', path, maxBytes: SMALL_BYTES } as const
      const answer = await requestJson(transport, { ...question, ...timing(transport, call) })
      return readResources(answer, apiVersion) ?? refuse('BadAnswer', name)
    },

    isReady: async (call = {}) => isReady(transport, call),

    version: async (call = {}) => {
      const name = 'get version'
      const answer = await requestJson(transport, {
        call: name,
        method: 'GET',
        path: '/version',
        maxBytes: SMALL_BYTES,
        ...timing(transport, call),
      })
      return versionIn(answer) ?? refuse('BadAnswer', name)
    },
  }
}

// Shown to people, so only what a version can be is taken.
function versionIn({ gitVersion }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof gitVersion === 'string' && /^v\d[-+.\w]{0,62}$/.test(gitVersion) ? gitVersion : undefined
}

const refusals: Readonly<Record<number, ApiErrorCode>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'TooManyRequests',
}

async function isReady(transport: Transport, options: Call): Promise<boolean> {
  const question = {
    call: 'get readyz',
    method: 'GET',
    path: '/readyz',
    accept: '*/*',
  } as const
  const { status, text } = await askText(transport, { ...question, ...timing(transport, options) })
  if (status === 200 && text === 'ok') return true
  // So says the server when a part of it is not ready.
  if (status >= 500) return false
  if (status >= 300 && status < 400) return refuse('Redirected', question.call)
  return refuse(refusals[status] ?? 'BadAnswer', question.call)
}

function timing(transport: Transport, { signal, timeoutMs = transport.limits.callMs }: Call) {
  return { signal, deadlineMs: timeoutMs }
}

function refuse(code: ApiErrorCode, call: string): never {
  throw new ApiError(code, { call })
}

/** Reads the kinds of a group and version; undefined when the value is not the list of them. */
function readResources(value: JsonFields, apiVersion: string): readonly Resource[] | undefined {
  const { kind, groupVersion, resources } = value
  if (kind !== 'APIResourceList' || groupVersion !== apiVersion) return undefined
  if (!Array.isArray(resources)) return undefined
  const [version = '', group = ''] = apiVersion.split('/').toReversed()
  const found: Resource[] = []
  for (const entry of resources as readonly unknown[]) {
    const resource = readResource(entry, { group, version })
    if (!resource) return undefined
    // The others are parts of objects, such as their status.
    if (!resource.plural.includes('/')) found.push(resource)
  }
  return found
}

function readResource(
  value: unknown,
  { group, version }: { readonly group: string; readonly version: string },
): Resource | undefined {
  if (!isJsonFields(value)) return undefined
  const { name, kind, namespaced } = value
  if (typeof name !== 'string' || typeof kind !== 'string' || typeof namespaced !== 'boolean')
    return undefined
  return { group, version, kind, plural: name, scope: namespaced ? 'Namespaced' : 'Cluster' }
}
