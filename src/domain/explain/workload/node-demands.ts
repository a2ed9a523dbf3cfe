import { type Fields, itemsIn, partOf } from '../../object/fields.ts'
import { compileLabelSelector } from '../../labels/label-selector.ts'
import { SelectorError } from '../../labels/selector-error.ts'
import { type Labels, matchesSelector } from '../../labels/selector.ts'
import { formatQuantity } from '../../quantity/format-quantity.ts'
import { parseQuantity } from '../../quantity/parse-quantity.ts'
import { QuantityError } from '../../quantity/quantity-error.ts'
import { compareQuantities, type Quantity } from '../../quantity/quantity.ts'
import { labelsIn, type SeenObject } from '../seen-object.ts'
import { templateOf } from './set-amounts.ts'

/** The labels, as `key=value`, that the nodeSelector of a pod asks for and no node has. */
export function labelsLacking(podSpec: Fields, nodes: readonly SeenObject[]): readonly string[] {
  if (nodes.length === 0) return []
  return Object.entries(partOf(podSpec, 'nodeSelector'))
    .filter(([key, value]) => !nodes.some(({ fields }) => labelsIn(fields)[key] === value))
    .map(([key, value]) => `${key}=${String(value)}`)
    .toSorted()
}

/** The nodes that have all labels that a pod asks for, by its nodeSelector and the affinity that it requires. */
export function nodesAskedFor(podSpec: Fields, nodes: readonly SeenObject[]): readonly SeenObject[] {
  const wanted = Object.entries(partOf(podSpec, 'nodeSelector'))
  const affinity = partOf(partOf(podSpec, 'affinity'), 'nodeAffinity')
  const terms = itemsIn(
    partOf(affinity, 'requiredDuringSchedulingIgnoredDuringExecution'),
    'nodeSelectorTerms',
  )
  return nodes.filter(({ fields }) => {
    const labels = labelsIn(fields)
    const isNamed = wanted.every(([key, value]) => labels[key] === value)
    return isNamed && (terms.length === 0 || terms.some(term => isMet(term, labels)))
  })
}

// What cannot be compared here, such as a number or the name of a node, counts as met.
function isMet({ matchExpressions = [] }: Fields, labels: Labels): boolean {
  try {
    return matchesSelector(compileLabelSelector({ matchExpressions }), labels)
  } catch (error) {
    if (error instanceof SelectorError) return true
    throw error
  }
}

/** The patch that takes such labels from the nodeSelector of what makes the pods. */
export function selectorPatch(labels: readonly string[]): string {
  const without = Object.fromEntries(labels.map(label => [label.split('=', 1)[0] ?? '', null]))
  return `spec:\n  template:\n    spec:\n      nodeSelector: ${JSON.stringify(without)}`
}

/** A demand that no node can ever meet, however empty. */
interface Beyond {
  readonly resource: string
  readonly asked: string
  readonly most: string
}

/** Whether one container of what makes pods asks for more of a resource than any node has. */
export function beyondNodes(
  maker: SeenObject,
  resource: string,
  nodes: readonly SeenObject[],
): Beyond | undefined {
  const have = nodes.map(({ fields }) => amountIn(partOf(partOf(fields, 'status'), 'allocatable'), resource))
  const [most] = have.flatMap(amount => amount ?? []).toSorted((a, b) => compareQuantities(b, a))
  if (!most) return undefined
  const containers = itemsIn(templateOf(maker), 'containers')
  for (const container of containers) {
    const asked = amountIn(partOf(partOf(container, 'resources'), 'requests'), resource)
    if (!asked || compareQuantities(asked, most) <= 0) continue
    return {
      resource,
      asked: formatQuantity(asked),
      most: formatQuantity(most),
    }
  }
  return undefined
}

function amountIn(amounts: Fields, resource: string): Quantity | undefined {
  const value = amounts[resource]
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  try {
    return parseQuantity(String(value))
  } catch (error) {
    if (error instanceof QuantityError) return undefined
    throw error
  }
}
