import { type Fields, isFields, partOf } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** What a controller says of an object. */
export interface ModelCondition {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message?: string
  readonly observedGeneration?: number
}

/** The condition of a type. */
export function modelCondition(object: KubeObject | undefined, type: string): Fields | undefined {
  return object && conditionsOf(object).find(condition => condition['type'] === type)
}

/** Whether a condition of an object is True. */
export function isTrue(object: KubeObject | undefined, type: string): boolean {
  return modelCondition(object, type)?.['status'] === 'True'
}

/** The object with these conditions in place of those of the same type; `now` is when a status that is new began. */
export function withConditions(object: KubeObject, now: string, said: readonly ModelCondition[]): KubeObject {
  const others = conditionsOf(object).filter(({ type }) => !said.some(one => one.type === type))
  const conditions = [...others, ...said.map(one => dated(one, modelCondition(object, one.type), now))]
  return { ...object, status: { ...partOf(object, 'status'), conditions } }
}

function conditionsOf(object: KubeObject): readonly Fields[] {
  const { conditions } = partOf(object, 'status')
  return Array.isArray(conditions) ? conditions.filter(isFields) : []
}

function dated(said: ModelCondition, before: Fields | undefined, now: string): Fields {
  const isSame = before?.['status'] === said.status
  return { message: '', ...said, lastTransitionTime: isSame ? before['lastTransitionTime'] : now }
}
