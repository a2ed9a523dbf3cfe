import { ApiError } from '../../src/engine/api/api-error.ts'
import { type Api, type Resource, type Selection, apiVersionOf } from '../../src/engine/api/api.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import type { Store } from '../../src/simulator/store/store.ts'
import type { Exchange } from './http-exchange.ts'
import { refusalAnswer } from './refusal-answer.ts'
import { type Target, targetOf } from './request-target.ts'
import { serveWatch } from './serve-watch.ts'

type Objects = Extract<Target, { readonly kind: 'objects' }>

/** Answers one request to the API server of a store. */
export async function serveStore(store: Store, exchange: Exchange): Promise<void> {
  try {
    await answer(store, exchange)
  } catch (error) {
    if (exchange.isOver()) return
    const refused =
      error instanceof ApiError
        ? error
        : new ApiError('ServerError', { call: 'answer', detail: String(error) })
    const { status, contentType, body } = refusalAnswer(refused)
    exchange.head(status, contentType)
    exchange.end(body)
  }
}

async function answer(store: Store, exchange: Exchange): Promise<void> {
  const target = targetOf(exchange.path, store)
  switch (target.kind) {
    case 'readyz': {
      exchange.head(store.isReady ? 200 : 500, 'text/plain; charset=utf-8')
      return exchange.end(store.isReady ? 'ok' : 'not ok')
    }
    case 'version':
      return json(exchange, { gitVersion: store.version })
    case 'discovery':
      return json(exchange, await discovery(store, target.apiVersion))
    case 'objects':
      return objects(store, exchange, target)
    case 'unknown':
      throw new ApiError('NotServed', { call: exchange.path })
    // no default
  }
}

async function discovery(store: Store, groupVersion: string): Promise<object> {
  const found = await store.api().discover(groupVersion)
  const resources = found.map(({ plural, kind, scope }) => ({
    name: plural,
    singularName: kind.toLowerCase(),
    namespaced: scope === 'Namespaced',
    kind,
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  }))
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources }
}

async function objects(store: Store, exchange: Exchange, target: Objects): Promise<void> {
  const { query, method } = exchange
  const { resource, namespace, name } = target
  const metadataOnly = exchange.accept.includes('as=PartialObjectMetadata')
  if (method === 'GET' && name === undefined) {
    const selection = {
      resource,
      ...(namespace === undefined ? {} : { namespace }),
      labels: query.get('labelSelector') ?? '',
      fields: query.get('fieldSelector') ?? '',
      metadataOnly,
    }
    const isWatch = query.get('watch') === 'true'
    return isWatch
      ? serveWatch(store, exchange, selection)
      : json(exchange, await list(store, exchange, selection))
  }
  if (method === 'GET') return json(exchange, await store.api().get(refOf(target), { metadataOnly }))
  json(exchange, await write(store.api(), exchange, target), method === 'POST' ? 201 : 200)
}

async function list(store: Store, { query }: Exchange, selection: Selection): Promise<object> {
  const next = query.get('continue') ?? ''
  const page = await store.api().list(selection, {
    limit: Number(query.get('limit') ?? 0),
    ...(next === '' ? {} : { continue: next }),
  })
  const head = selection.metadataOnly
    ? { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadataList' }
    : { apiVersion: apiVersionOf(selection.resource), kind: `${selection.resource.kind}List` }
  const metadata = { resourceVersion: page.resourceVersion, continue: page.continue ?? '' }
  return { ...head, metadata, items: page.items }
}

async function write(api: Api, exchange: Exchange, target: Objects): Promise<object> {
  const { resource, subresource } = target
  const { method, query } = exchange
  const body: unknown = JSON.parse(await exchange.body())
  const fieldManager = query.get('fieldManager') ?? 'unknown'
  const call = { fieldManager, ...(subresource === undefined ? {} : { subresource }) }
  if (method === 'DELETE') {
    const { preconditions = {} } = body as {
      readonly preconditions?: { uid?: string; resourceVersion?: string }
    }
    await api.delete(refOf(target), preconditions)
    return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' }
  }
  const object = body as KubeObject
  if (method === 'POST') return api.create(resource, object, { fieldManager })
  if (method === 'PUT') return api.update(resource, object, call)
  if (method === 'PATCH')
    return api.apply(resource, object, {
      ...call,
      force: query.get('force') === 'true',
      dryRun: query.get('dryRun') === 'All',
    })
  throw new ApiError('NotServed', { call: method })
}

function refOf({ resource, namespace, name = '' }: Objects): {
  readonly resource: Resource
  readonly namespace?: string
  readonly name: string
} {
  return namespace === undefined ? { resource, name } : { resource, namespace, name }
}

function json(exchange: Exchange, value: object, status = 200): void {
  exchange.head(status, 'application/json')
  exchange.end(JSON.stringify(value))
}
