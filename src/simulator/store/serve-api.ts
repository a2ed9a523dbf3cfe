import type {
  Api,
  ApplyCall,
  Call,
  CreateCall,
  DeleteCall,
  ObjectRef,
  Resource,
  UpdateCall,
} from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { listPage } from './list-page.ts'
import { openWatch } from './open-watch.ts'
import { present } from './present.ts'
import type { Kind } from '../kinds/kind.ts'
import { type RefusedSubject, refusal } from './refusal.ts'
import type { Store } from './store.ts'
import { objectKey } from './table.ts'
import { applyObject } from '../write/apply-object.ts'
import { createObject } from '../write/create-object.ts'
import { deleteObject } from '../write/delete-object.ts'
import type { Session } from '../write/session.ts'
import { updateObject } from '../write/update-object.ts'

/** Whose eyes a store is seen with, and how new what they see is. */
export interface Viewer {
  readonly user: string
  readonly horizon: () => number
}

/** A store behind the port of every API server. It answers at once: latency and deadlines are added by whoever needs them. */
export function serveApi(store: Store, viewer: Viewer): Api {
  const server = new Server(store, viewer)
  return {
    get: async (ref, call) => server.get(ref, call),
    list: async (selection, call) => {
      const kind = server.kindFor({ verb: 'list', ...selection }, selection.resource, call)
      return listPage(store, { selection, kind, horizon: viewer.horizon(), ...call })
    },
    watch: (selection, resourceVersion, call) => ({
      [Symbol.asyncIterator]: () =>
        openWatch(() => {
          const kind = server.kindFor({ verb: 'watch', ...selection }, selection.resource, call)
          return { store, viewer, kind, selection, resourceVersion, signal: call?.signal }
        }),
    }),
    create: async (resource, object, call) => server.create(resource, object, call),
    apply: async (resource, object, call) => server.apply(resource, object, call),
    update: async (resource, object, call) => server.update(resource, object, call),
    delete: async (ref, call) => server.delete(ref, call),
    discover: async (apiVersion, call) => server.discover(apiVersion, call),
    isReady: async () => store.isReady,
    version: async () => store.version,
  }
}

class Server {
  readonly #store: Store
  readonly #viewer: Viewer

  constructor(store: Store, viewer: Viewer) {
    this.#store = store
    this.#viewer = viewer
  }

  get(ref: ObjectRef, call: (Call & { readonly metadataOnly?: boolean }) | undefined): KubeObject {
    const subject = { verb: 'get', ...ref }
    const kind = this.kindFor(subject, ref.resource, call)
    const object = this.#store.table(kind).getAt(objectKey(ref.namespace, ref.name), this.#viewer.horizon())
    if (object === undefined) throw refusal('NotFound', subject)
    return present(object, { resource: ref.resource, ...call })
  }

  create(resource: Resource, object: KubeObject, call: CreateCall): KubeObject {
    const session = this.#session('create', addressOf(resource, object), call)
    if (session.kind.isEnding)
      throw refusal('Invalid', session, 'create not allowed while the definition is terminating')
    return present(createObject(session, object, call), { resource })
  }

  apply(resource: Resource, object: KubeObject, call: ApplyCall): KubeObject {
    const session = this.#session('apply', addressOf(resource, object), call)
    return present(applyObject({ ...session, isDryRun: call.dryRun === true }, object, call), { resource })
  }

  update(resource: Resource, object: KubeObject, call: UpdateCall): KubeObject {
    const session = this.#session('update', addressOf(resource, object), call)
    return present(updateObject(session, object, call), { resource })
  }

  delete(ref: ObjectRef, call: DeleteCall | undefined): void {
    deleteObject(this.#session('delete', ref, call), call)
  }

  discover(apiVersion: string, call: Call | undefined): readonly Resource[] {
    const subject = { verb: 'discover', resource: { kind: apiVersion } }
    if (call?.signal?.aborted) throw refusal('Cancelled', subject)
    const resources = this.#store.kinds.discover(apiVersion)
    if (resources === undefined) throw refusal('NotServed', subject)
    return resources
  }

  /** The kind that a call is about, if the server serves it. */
  kindFor(subject: RefusedSubject, resource: Resource, call: Call | undefined): Kind {
    if (call?.signal?.aborted) throw refusal('Cancelled', subject)
    const kind = this.#store.kinds.find(resource)
    if (kind === undefined) throw refusal('NotServed', subject)
    return kind
  }

  #session(
    verb: Session['verb'],
    ref: ObjectRef,
    call: (Call & Pick<UpdateCall, 'subresource'>) | undefined,
  ): Session {
    const { resource, namespace, name } = ref
    const subject = { verb, resource, namespace, name }
    const kind = this.kindFor(subject, resource, call)
    const subresource = call?.subresource
    if (subresource !== undefined && !kind.hasStatus) throw refusal('NotServed', subject)
    return { store: this.#store, user: this.#viewer.user, kind, subresource, ...subject }
  }
}

function addressOf(resource: Resource, { metadata }: KubeObject): ObjectRef {
  const { name, namespace } = metadata
  return namespace === undefined ? { resource, name } : { resource, namespace, name }
}
