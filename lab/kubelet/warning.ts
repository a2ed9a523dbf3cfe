import { type KubeObject, ref } from '../kube/kube-object.ts'
import { timestamp } from '../kube/timestamp.ts'

/** What a kubelet warns of. */
export interface Warning {
  readonly reason: string
  readonly message: string
}

/** The event by which a kubelet warns of a pod. */
export function warningOf(
  { metadata }: Pick<KubeObject, 'metadata'>,
  { reason, message }: Warning,
): KubeObject {
  const { name, namespace = 'default', uid } = metadata
  const now = timestamp()
  return {
    ...ref('v1', 'Event', `${namespace}/${name}.${reason.toLowerCase()}`),
    involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace, name, uid },
    type: 'Warning',
    reason,
    message,
    firstTimestamp: now,
    lastTimestamp: now,
    count: 1,
    source: { component: 'kubelet' },
  }
}
