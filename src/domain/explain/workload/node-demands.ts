import { type Fields, partOf, textIn } from '../../health/read-field.ts'
import { formatQuantity } from '../../quantity/format-quantity.ts'
import { parseQuantity } from '../../quantity/parse-quantity.ts'
import { QuantityError } from '../../quantity/quantity-error.ts'
import { compareQuantities, type Quantity } from '../../quantity/quantity.ts'
import { itemsIn, labelsIn, type SeenObject } from '../object/seen-object.ts'
import { type Amounts, templateOf } from './set-amounts.ts'

/** The labels, as `key=value`, that the nodeSelector of a pod asks for and no node has. */
export function labelsLacking(podSpec: Fields, nodes: readonly SeenObject[]): readonly string[] {
  if (nodes.length === 0) return []
  return Object.entries(partOf(podSpec, 'nodeSelector'))
    .filter(([key, value]) => !nodes.some(({ fields }) => labelsIn(fields)[key] === value))
    .map(([key, value]) => `${key}=${String(value)}`)
    .toSorted()
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
  /** What fits on half of the largest node, by container. */
  readonly amounts: ReadonlyMap<string, Amounts>
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
    const amount = { [resource]: formatQuantity(half(most)) }
    // Of what Kubernetes knows nothing of, request and limit must be the same.
    const isOwn = resource === 'cpu' || resource === 'memory'
    const set = isOwn ? { requests: amount } : { requests: amount, limits: amount }
    return {
      resource,
      asked: formatQuantity(asked),
      most: formatQuantity(most),
      amounts: new Map([[textIn(container, 'name'), set]]),
    }
  }
  return undefined
}

// Five tenths, since amounts are exact in tens.
function half(amount: Quantity): Quantity {
  return { ...amount, digits: amount.digits * 5n, exponent: amount.exponent - 1, text: undefined }
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
