import type { KubeObject } from '../../src/engine/api/kube-object.ts'

/** A condition as controllers write it. */
export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
  readonly observedGeneration?: number
}

/** The status of an object, of which each sentence knows the shape. */
export function statusOf<T extends object>(object: KubeObject): Partial<T> {
  const { status = {} } = object as { readonly status?: Partial<T> }
  return status
}

/** The condition of a type, if the object has one. */
export function conditionOf(object: KubeObject, type: string): Condition | undefined {
  const { conditions = [] } = statusOf<{ readonly conditions: readonly Condition[] }>(object)
  return conditions.find(condition => condition.type === type)
}

/** What an object says under a type: `True Succeeded`. */
export function setMessageOf(object: KubeObject, type: string): string {
  const { status, reason } = conditionOf(object, type) ?? {}
  return `${status} ${reason}`
}

/** Whether the controller of an object has seen its newest spec. */
export function isObserved(object: KubeObject): boolean {
  return (
    statusOf<{ readonly observedGeneration: number }>(object).observedGeneration ===
    object.metadata.generation
  )
}
