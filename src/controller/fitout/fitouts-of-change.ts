import { qualifiedName } from '../../domain/object/qualified-name.ts'
import type { Change } from '../../engine/follow/change.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { keyOf, namespaceOf } from '../../engine/queue/key.ts'
import { isEqual } from '../../domain/object/is-equal.ts'
import { isStatusOnly } from '../management/keys-of-change.ts'
import { fieldIn } from '../management/read-cluster.ts'
import type { FollowedKind } from '../management/follow-scope.ts'
import type { Management } from '../management/management.ts'

/** The Fitouts whose status may be another one because of a change on the management cluster. */
export function fitoutsOfChange(
  kind: FollowedKind,
  change: Change,
  management: Pick<Management, 'fitout'>,
): readonly string[] {
  const namespace = namespaceOf(change.key)
  const all = () => management.fitout.inNamespace(namespace).map(keyOf)
  switch (kind) {
    case 'fitout':
      // Of another one, too: it may lose clusters to this one, or get them. A status of an earlier write may be seen late.
      return isStatusOnly(change) ? [change.key] : all()
    case 'cluster':
      return isEqual(labelsOf(beforeOf(change)), labelsOf(afterOf(change))) ? [] : all()
    case 'clusterFitout':
      return counted(change).map(name => qualifiedName({ namespace, name }))
    case 'resourceSet':
    case 'binding':
      return []
    default:
      return kind satisfies never
  }
}

// Most changes of a ClusterFitout are in its words; only its state is counted.
function counted(change: Change): readonly string[] {
  const [before, after] = [beforeOf(change), afterOf(change)]
  const [was, is] = [fieldIn(before?.['spec'], 'fitout'), fieldIn(after?.['spec'], 'fitout')]
  const isSame = was === is && fieldIn(before?.['status'], 'state') === fieldIn(after?.['status'], 'state')
  return isSame ? [] : [...new Set([was, is])].filter(name => typeof name === 'string')
}

function beforeOf(change: Change): KubeObject | undefined {
  return change.kind === 'added' ? undefined : change.before
}

function afterOf(change: Change): KubeObject | undefined {
  return change.kind === 'removed' ? undefined : change.after
}

function labelsOf(object: KubeObject | undefined): unknown {
  return object && (object.metadata.labels ?? {})
}
