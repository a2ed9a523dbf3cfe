import { isFields, partOf, textIn } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Store } from '../store/store.ts'
import { isReadyNow } from './flux-status.ts'

/** Says which object of the same kind, on which this one depends, is not ready; undefined when all are. */
export function unmetDependency(store: Store, object: KubeObject): string | undefined {
  const { dependsOn } = partOf(object, 'spec')
  const kind = store.kinds.named(object.apiVersion, object.kind)
  const unmet = (Array.isArray(dependsOn) ? dependsOn : []).filter(isFields).find(dependency => {
    const namespace = textIn(dependency, 'namespace', object.metadata.namespace)
    return !isReadyNow(kind && store.find(kind, namespace, textIn(dependency, 'name')))
  })
  return unmet && `dependency '${object.metadata.namespace}/${textIn(unmet, 'name')}' is not ready`
}
