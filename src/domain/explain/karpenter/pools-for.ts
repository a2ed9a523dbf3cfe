import { type Fields, itemsIn, partOf, textIn, textsIn } from '../../object/fields.ts'
import type { Inquiry } from '../inquiry.ts'
import { labelsIn, type SeenObject } from '../seen-object.ts'
import { taintsAmong, type Taint, untoleratedOf } from '../workload/taints.ts'

/** The label of a node that names the NodePool which made it. */
export const POOL_LABEL = 'karpenter.sh/nodepool'

/** All NodePools of the cluster that a pod is on; undefined if they were not read, or there is no Karpenter. */
export function listPools(
  { ref: { on } }: Pick<SeenObject, 'ref'>,
  inquiry: Inquiry,
): readonly SeenObject[] | undefined {
  const pools = inquiry.list({ on, apiVersion: 'karpenter.sh/v1', kind: 'NodePool' })
  return pools.kind === 'listed' ? pools.objects : undefined
}

/**
 * The NodePools that a pod may be meant for.
 *
 * Karpenter tries every NodePool and says of each why it does not do. One that lacks a label which the pod asks for, or that
 * has a taint while the pod is made for the taints of others, was never meant: what is said of it explains nothing.
 */
export function poolsFor(pod: SeenObject, pools: readonly SeenObject[]): readonly SeenObject[] {
  return pools.filter(pool => isMeant(pool, pod))
}

/** The taints of the nodes that a NodePool makes, for as long as they live. */
export function taintsOfPool({ fields }: SeenObject): readonly Taint[] {
  return taintsAmong(itemsIn(partOf(templateIn(fields), 'spec'), 'taints'))
}

function isMeant(pool: SeenObject, pod: SeenObject): boolean {
  const asked = askedLabels(pod)
  if (asked.some(({ key, values }) => key === POOL_LABEL && values?.includes(pool.ref.name))) return true
  if (!asked.every(one => canHaveLabel(pool, one))) return false
  const isAskedFor = asked.some(({ key }) => !isWellKnown(key))
  return isAskedFor || untoleratedOf(pod, taintsOfPool(pool)).length === 0 || !isForOtherTaints(pod)
}

// Kubernetes gives its own tolerations to many pods; any other was put there for certain nodes.
function isForOtherTaints({ fields }: SeenObject): boolean {
  const tolerations = itemsIn(partOf(fields, 'spec'), 'tolerations')
  return tolerations.some(one => !textIn(one, 'key').startsWith('node.kubernetes.io/'))
}

/** A label that a node must have, with one of these values; with any, if there are none. */
interface AskedLabel {
  readonly key: string
  readonly values: readonly string[] | undefined
}

// Of several terms of an affinity any will do, so only what stands alone is asked for.
function askedLabels({ fields }: SeenObject): readonly AskedLabel[] {
  const spec = partOf(fields, 'spec')
  const affinity = partOf(partOf(spec, 'affinity'), 'nodeAffinity')
  const required = partOf(affinity, 'requiredDuringSchedulingIgnoredDuringExecution')
  const terms = itemsIn(required, 'nodeSelectorTerms')
  const [only = {}] = terms.length === 1 ? terms : []
  return [
    ...Object.entries(partOf(spec, 'nodeSelector')).map(([key, value]) => ({ key, values: [String(value)] })),
    ...itemsIn(only, 'matchExpressions').flatMap(askedIn),
  ]
}

function askedIn(expression: Fields): readonly AskedLabel[] {
  const [key, operator] = [textIn(expression, 'key'), textIn(expression, 'operator')]
  if (operator === 'In') return [{ key, values: textsIn(expression, 'values') }]
  return operator === 'Exists' ? [{ key, values: undefined }] : []
}

/** Whether nodes of a NodePool may have a label: by its own name, labels or requirements, or as any node has it. */
export function canHaveLabel({ ref, fields }: SeenObject, { key, values }: AskedLabel): boolean {
  const isOneOf = (value: string) => values === undefined || values.includes(value)
  if (key === POOL_LABEL) return isOneOf(ref.name)
  const template = templateIn(fields)
  const own = labelsIn(template)[key]
  if (own !== undefined) return isOneOf(own)
  const required = itemsIn(partOf(template, 'spec'), 'requirements').filter(one => textIn(one, 'key') === key)
  if (required.length === 0) return isWellKnown(key)
  return required.every(one => allows(one, values))
}

function allows(requirement: Fields, values: readonly string[] | undefined): boolean {
  const listed = textsIn(requirement, 'values')
  switch (textIn(requirement, 'operator')) {
    case 'In':
      return values === undefined || values.some(value => listed.includes(value))
    case 'NotIn':
      return values === undefined || values.some(value => !listed.includes(value))
    case 'DoesNotExist':
      return false
    default:
      return true
  }
}

// What Karpenter and its providers know of an instance type becomes a label of the node.
function isWellKnown(key: string): boolean {
  return (
    /^(?:topology|node)\.kubernetes\.io\//.test(key) ||
    /^(?:[a-z0-9.-]+\.)?karpenter\.[a-z0-9.]+\//.test(key) ||
    key === 'kubernetes.io/arch' ||
    key === 'kubernetes.io/os'
  )
}

function templateIn(fields: Fields): Fields {
  return partOf(partOf(fields, 'spec'), 'template')
}
