import { apiVersionOf, type Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** An object as a call wants to see it: in the version it asked for, whole or the head alone. */
export function present(
  object: KubeObject,
  { resource, metadataOnly = false }: { readonly resource: Resource; readonly metadataOnly?: boolean },
): KubeObject {
  if (metadataOnly)
    return { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: object.metadata }
  const apiVersion = apiVersionOf(resource)
  return object.apiVersion === apiVersion ? object : { ...object, apiVersion }
}
