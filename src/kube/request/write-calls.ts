import type { Api, Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Transport } from '../transport/transport.ts'
import { callKind, objectIn } from './object-call.ts'

type WriteCalls = Pick<Api, 'apply' | 'create' | 'delete' | 'update'>

/** The calls that change something. They are sent once: only one that the server refused to look at is repeated. */
export function writeCalls(transport: Transport): WriteCalls {
  return {
    create: async (resource, object, call) => {
      const { namespace, name } = placeOf(resource, object)
      const query = { fieldManager: call.fieldManager }
      const create = {
        verb: 'create',
        method: 'POST',
        resource,
        namespace,
        query,
        body: object,
        about: name,
      } as const
      return objectIn(await callKind(transport, create, call), { resource, namespace, name })
    },

    apply: async (resource, object, call) => {
      const place = placeOf(resource, object)
      const dryRun = call.dryRun ? 'All' : undefined
      const query = { fieldManager: call.fieldManager, force: call.force ?? false, dryRun }
      const contentType = 'application/apply-patch+yaml'
      const { subresource } = call
      const apply = {
        verb: 'apply',
        method: 'PATCH',
        ...place,
        subresource,
        query,
        contentType,
        body: object,
      } as const
      return objectIn(await callKind(transport, apply, call), place)
    },

    update: async (resource, object, call) => {
      const place = placeOf(resource, object)
      const query = { fieldManager: call.fieldManager }
      const { subresource } = call
      const update = { verb: 'update', method: 'PUT', ...place, subresource, query, body: object } as const
      return objectIn(await callKind(transport, update, call), place)
    },

    delete: async (ref, call = {}) => {
      const { uid, resourceVersion, propagation: propagationPolicy } = call
      // Left out of the JSON where they are undefined.
      const preconditions = { uid, resourceVersion }
      const body = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions, propagationPolicy }
      await callKind(transport, { verb: 'delete', method: 'DELETE', ...ref, body }, call)
    },
  }
}

function placeOf(resource: Resource, { metadata: { namespace, name } }: KubeObject) {
  return { resource, namespace, name }
}
