import type { Lead } from '../guide.ts'
import { conditionOf, isReady, labelsIn, type SeenObject } from '../seen-object.ts'
import { isAtLimit } from '../karpenter/node-pool-limit.ts'
import { listPools, POOL_LABEL, poolsFor } from '../karpenter/pools-for.ts'
import { partOf, numberIn } from '../../object/fields.ts'
import { schedulingOf } from './scheduling.ts'
import { untolerated } from './taints.ts'

/** What would make a node for a pod that has none: nodes that are not ready, and Karpenter with what it needs. */
export const capacityFor: Lead = (subject, inquiry) => {
  const { object } = subject
  if (!object || !schedulingOf(object)) return []
  const { on } = object.ref
  const all = listPools(object, inquiry)
  const isKarpenter = labelsIn(object.fields)['app.kubernetes.io/name'] === 'karpenter'
  // Without Karpenter, and for Karpenter itself, only nodes that are there already count.
  if (!all || isKarpenter) return unreadyNodes(subject, inquiry)
  const pools = poolsFor(object, all)
  // What Karpenter does not do for others explains nothing.
  if (pools.length === 0 && all.length > 0) return unreadyNodes(subject, inquiry)
  const claims = inquiry.list({ on, apiVersion: 'karpenter.sh/v1', kind: 'NodeClaim' })
  const open =
    claims.kind === 'listed'
      ? claims.objects.filter(
          claim => isOfSome(pools, claim) && conditionOf(claim, 'Ready')?.status !== 'True',
        )
      : []
  const isServed = pools.some(pool => isReady(pool) && !isAtLimit(pool))
  // Whatever a pool or a claim says is old where Karpenter itself does not run.
  return [
    ...karpenterDown(subject, inquiry),
    ...open.map(({ ref }) => ref),
    ...(isServed ? [] : pools.map(({ ref }) => ref)),
    ...unreadyNodes(subject, inquiry),
  ]
}

// A claim that does not say whose it is may be for any pod.
function isOfSome(pools: readonly SeenObject[], { fields }: SeenObject): boolean {
  const maker = labelsIn(fields)[POOL_LABEL]
  return maker === undefined || pools.some(({ ref }) => ref.name === maker)
}

// Nodes that are not ready explain a pod without one only if none is that would take it.
const unreadyNodes: Lead = ({ ref: { on }, object }, inquiry) => {
  const nodes = inquiry.list({ on, apiVersion: 'v1', kind: 'Node' })
  if (nodes.kind !== 'listed' || !object) return []
  const isSome = nodes.objects.some(node => isReady(node) && untolerated(object, [node]).length === 0)
  const unready = nodes.objects.filter(node => !isReady(node) && mayTake(node, object))
  return isSome ? [] : unready.map(({ ref }) => ref)
}

// A node that is not ready has taints that say so, and would take the pod without them.
function mayTake(node: SeenObject, pod: SeenObject): boolean {
  return untolerated(pod, [node]).every(({ key }) => key.startsWith('node.kubernetes.io/'))
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
