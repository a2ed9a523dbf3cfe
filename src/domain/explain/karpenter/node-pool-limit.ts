import { partOf } from '../../object/fields.ts'
import { formatQuantity } from '../../quantity/format-quantity.ts'
import { parseQuantity } from '../../quantity/parse-quantity.ts'
import { QuantityError } from '../../quantity/quantity-error.ts'
import { addQuantities, compareQuantities, type Quantity } from '../../quantity/quantity.ts'
import { lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { CauseRule } from '../guide.ts'
import type { SeenObject } from '../seen-object.ts'
import { commit, refresh } from '../show/commands.ts'

/** A NodePool that may make no more nodes. */
export const nodePoolLimitReached: CauseRule = ({ object }, { facts }) => {
  const reached = object && reachedLimit(object)
  if (!object || !reached) return undefined
  const { resource, limit, used, twice } = reached
  return {
    reason: 'NodePoolLimitReached',
    sentence: sentenceOf(`${nameOf(object.ref)} has reached its limit of ${limit} ${resource}`),
    evidence: [lineOf(object, `uses ${used} of ${limit} ${resource}`)],
    next: [
      commit(
        `Raise the limit, for example to ${twice}`,
        `spec:\n  limits:\n    ${JSON.stringify(resource)}: ${JSON.stringify(twice)}`,
      ),
      refresh(facts),
    ],
  }
}

/** Whether a NodePool may make no more nodes. */
export function isAtLimit(pool: SeenObject): boolean {
  return reachedLimit(pool) !== undefined
}

interface Reached {
  readonly resource: string
  readonly limit: string
  readonly used: string
  readonly twice: string
}

function reachedLimit({ fields }: SeenObject): Reached | undefined {
  const limits = partOf(partOf(fields, 'spec'), 'limits')
  const used = partOf(partOf(fields, 'status'), 'resources')
  for (const resource of Object.keys(limits).toSorted()) {
    const [most, now] = [quantityOf(limits[resource]), quantityOf(used[resource])]
    if (most && now && compareQuantities(now, most) >= 0) {
      const twice = formatQuantity(addQuantities(most, most))
      return { resource, limit: String(limits[resource]), used: String(used[resource]), twice }
    }
  }
  return undefined
}

function quantityOf(value: unknown): Quantity | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  try {
    return parseQuantity(String(value))
  } catch (error) {
    if (error instanceof QuantityError) return undefined
    throw error
  }
}
