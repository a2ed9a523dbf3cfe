import { type Fields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import type { SeenObject } from '../seen-object.ts'

/** A taint of a node. */
export interface Taint {
  readonly key: string
  readonly value: string
  readonly effect: string
}

/** The taints of nodes that keep a pod away, in a stable order. */
export function untolerated(pod: SeenObject, nodes: readonly SeenObject[]): readonly Taint[] {
  return untoleratedOf(
    pod,
    nodes.flatMap(({ fields }) => taintsAmong(itemsIn(partOf(fields, 'spec'), 'taints'))),
  )
}

/** Those of some taints that keep a pod away, in a stable order. */
export function untoleratedOf(pod: SeenObject, taints: readonly Taint[]): readonly Taint[] {
  const tolerations = itemsIn(partOf(pod.fields, 'spec'), 'tolerations')
  return taints
    .filter(taint => taint.effect !== 'PreferNoSchedule' && !tolerations.some(one => tolerates(one, taint)))
    .toSorted((a, b) => Number(isUsual(a)) - Number(isUsual(b)) || (sayTaint(a) < sayTaint(b) ? -1 : 1))
}

/** Taints as a node or a template has them. */
export function taintsAmong(taints: readonly Fields[]): readonly Taint[] {
  return taints.map(taint => ({
    key: textIn(taint, 'key'),
    value: textIn(taint, 'value'),
    effect: textIn(taint, 'effect'),
  }))
}

// Control planes have these for good, so another one is what a user added.
function isUsual({ key }: Taint): boolean {
  return /^node-role\.kubernetes\.io\/(?:control-plane|master)$/.test(key)
}

function tolerates(toleration: Fields, { key, value, effect }: Taint): boolean {
  const [wanted, only] = [textIn(toleration, 'key'), textIn(toleration, 'effect')]
  if (only !== '' && only !== effect) return false
  if (textIn(toleration, 'operator', 'Equal') === 'Exists') return wanted === '' || wanted === key
  return wanted === key && textIn(toleration, 'value') === value
}

/** A taint as kubectl takes it. */
export function sayTaint({ key, value, effect }: Taint): string {
  return `${key}=${value}:${effect}`
}

/** The patch of what makes a pod, with the tolerations that it has already. JSON is YAML. */
export function tolerationPatch({ key, value, effect }: Taint, pod: SeenObject): string {
  const own = itemsIn(partOf(pod.fields, 'spec'), 'tolerations').filter(
    // Kubernetes itself gives these to every pod.
    one => !/^node\.kubernetes\.io\/(?:not-ready|unreachable)$/.test(textIn(one, 'key')),
  )
  const more = value === '' ? { key, operator: 'Exists', effect } : { key, operator: 'Equal', value, effect }
  return `spec:\n  template:\n    spec:\n      tolerations: ${JSON.stringify([...own, more])}`
}
