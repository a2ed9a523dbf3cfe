import { isFields } from '../../domain/object/fields.ts'
import { isEqualField } from './compare-values.ts'
import { itemSchema, itemsByKey } from './item-key.ts'
import { type Schema, fieldOf, shapeOf } from './schema.ts'

/** `live` with what `applied` says: fields and keyed items one by one, everything else as a whole. */
export function mergeApplied(live: unknown, applied: unknown, schema: Schema): unknown {
  const shape = shapeOf(schema, applied)
  // What says the same is the same: whoever compares both afterwards need not look into it.
  if (shape === 'whole' || shape !== shapeOf(schema, live))
    return isEqualField(live, applied) ? live : applied
  return shape === 'fields' ? mergeFields(live, applied, schema) : mergeItems(live, applied, schema)
}

function mergeFields(live: unknown, applied: unknown, schema: Schema): unknown {
  if (!isFields(live) || !isFields(applied)) return applied
  const merged = new Map<string, unknown>()
  for (const name of Object.keys(applied)) {
    const [before, value] = [Object.hasOwn(live, name) ? live[name] : undefined, applied[name]]
    const after = before === undefined ? value : mergeApplied(before, value, fieldOf(schema, name).schema)
    if (after !== before || before === undefined) merged.set(name, after)
  }
  if (merged.size === 0) return live
  return { ...live, ...Object.fromEntries(merged) }
}

// Shared items come in the order of the applied list; an item that only the live list has stays behind those before it.
function mergeItems(live: unknown, applied: unknown, schema: Schema): readonly unknown[] {
  const [mine, wanted] = [itemsByKey(schema, live), itemsByKey(schema, applied)]
  const merged = new Map<string, unknown>()
  const shared = [...wanted.keys()].filter(key => mine.has(key))
  const left = [...mine.keys()]
  const take = (key: string): void => {
    const item = wanted.get(key)
    merged.set(key, mine.has(key) ? mergeApplied(mine.get(key), item, itemSchema(schema)) : item)
    if (shared[0] === key) shared.shift()
  }
  for (const key of wanted.keys()) {
    // Up to where this item stands in the live list, what the live list alone has goes first.
    while (left[0] !== undefined && left[0] !== key) {
      const [next] = left
      if (!wanted.has(next)) merged.set(next, mine.get(next))
      else if (!merged.has(next) && shared[0] === next) break
      left.shift()
    }
    if (left[0] === key) left.shift()
    take(key)
  }
  for (const key of left) if (!merged.has(key) && !wanted.has(key)) merged.set(key, mine.get(key))
  const items = [...merged.values()]
  const isSame = Array.isArray(live) && isEqualList(live, items)
  return isSame ? live : items
}

function isEqualList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
