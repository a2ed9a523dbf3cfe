import type { HandOverHold } from '../hand-over-hold.ts'
import type { HandedOverValue } from '../render/handed-over-variables.ts'
import type { SecretValue } from '../secret-value.ts'

/** A Secret as it shall be on the workload cluster. */
export interface TargetSecret {
  readonly namespace: string
  readonly name: string
  readonly data: ReadonlyMap<string, SecretValue>
}

/** Puts values where they go. Several hand-overs may fill one Secret, but not one key of it. */
export function gatherTargets(values: readonly HandedOverValue[]): {
  readonly targets: readonly TargetSecret[]
  readonly taken: readonly HandOverHold[]
} {
  const targets = new Map<string, TargetSecret & { readonly data: Map<string, SecretValue> }>()
  const taken: HandOverHold[] = []
  for (const { to, as, value } of values) {
    const id = `${to.namespace}/${to.secret}`
    const target = targets.get(id) ?? { namespace: to.namespace, name: to.secret, data: new Map() }
    targets.set(id, target)
    if (target.data.has(as)) taken.push(takenKey(id, as))
    else target.data.set(as, value)
  }
  const inOrder = [...targets].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { targets: inOrder.map(([, target]) => target), taken }
}

function takenKey(id: string, key: string): HandOverHold {
  return {
    reason: 'HandOverKeyConflict',
    message: `Two values have the same target key "${key}" of Secret ${id}`,
  }
}
