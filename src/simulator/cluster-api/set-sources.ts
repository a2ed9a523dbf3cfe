import { isFields, partOf, textIn } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** The sources that a ClusterResourceSet lists, each as `ConfigMap namespace/name`. */
export function sourcesOf(set: KubeObject): readonly string[] {
  const { resources } = partOf(set, 'spec')
  return (Array.isArray(resources) ? resources : [])
    .filter(isFields)
    .map(resource => `${textIn(resource, 'kind')} ${set.metadata.namespace}/${textIn(resource, 'name')}`)
}
