import type { Lead } from '../guide.ts'
import { conditionOf, isReady, labelsIn, numberIn } from '../object/seen-object.ts'
import { isAtLimit } from '../karpenter/node-pool-limit.ts'
import { partOf } from '../../health/read-field.ts'
import { schedulingOf } from './scheduling.ts'

/** What would make a node for a pod that has none: nodes that are not ready, and Karpenter with what it needs. */
export const capacityFor: Lead = (subject, inquiry) => {
  const { object } = subject
  if (!object || !schedulingOf(object)) return []
  const { on } = object.ref
  const kind = { on, apiVersion: 'karpenter.sh/v1' } as const
  const pools = inquiry.list({ ...kind, kind: 'NodePool' })
  const isKarpenter = labelsIn(object.fields)['app.kubernetes.io/name'] === 'karpenter'
  // Without Karpenter, and for Karpenter itself, only nodes that are there already count.
  if (pools.kind !== 'listed' || isKarpenter) return unreadyNodes(subject, inquiry)
  const claims = inquiry.list({ ...kind, kind: 'NodeClaim' })
  const open =
    claims.kind === 'listed'
      ? claims.objects.filter(claim => conditionOf(claim, 'Ready')?.status !== 'True')
      : []
  const isServed = pools.objects.some(pool => isReady(pool) && !isAtLimit(pool))
  return [
    ...open.map(({ ref }) => ref),
    ...(isServed ? [] : pools.objects.map(({ ref }) => ref)),
    ...karpenterDown(subject, inquiry),
    ...unreadyNodes(subject, inquiry),
  ]
}

// Nodes that are not ready explain a pod without one only if none is.
const unreadyNodes: Lead = ({ ref: { on } }, inquiry) => {
  const nodes = inquiry.list({ on, apiVersion: 'v1', kind: 'Node' })
  if (nodes.kind !== 'listed') return []
  const isSome = nodes.objects.some(node => conditionOf(node, 'Ready')?.status === 'True')
  return isSome ? [] : nodes.objects.map(({ ref }) => ref)
}

const karpenterDown: Lead = ({ ref: { on } }, inquiry) => {
  const labels = 'app.kubernetes.io/name=karpenter'
  const found = inquiry.list({ on, apiVersion: 'apps/v1', kind: 'Deployment', labels })
  if (found.kind !== 'listed') return []
  const isDown = found.objects.filter(
    ({ fields }) => numberIn(partOf(fields, 'status'), 'availableReplicas') === 0,
  )
  return isDown.map(({ ref }) => ref)
}
