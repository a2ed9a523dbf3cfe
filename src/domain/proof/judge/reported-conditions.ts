import { type Fields, isFields, partOf, textIn } from '../../object/fields.ts'

/** A condition that an object reports, of itself or in a list of its status, such as the parents of a route. */
export interface ReportedCondition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly observedGeneration: unknown
  /** The list that it stands in; undefined for a condition of the object itself. */
  readonly list?: string
}

/** Reads all conditions of an object, its own first. What is no condition is left out. */
export function reportedConditions(object: Fields): readonly ReportedCondition[] {
  const status = partOf(object, 'status')
  const lists = Object.entries(status).filter(([name]) => name !== 'conditions')
  return [
    ...conditionsIn(status),
    ...lists.flatMap(([list, items]) =>
      Array.isArray(items) ? items.filter(isFields).flatMap(item => conditionsIn(item, list)) : [],
    ),
  ]
}

function conditionsIn(part: Fields, list?: string): readonly ReportedCondition[] {
  const { conditions } = part
  if (!Array.isArray(conditions)) return []
  return conditions.filter(isFields).map(condition => ({
    type: textIn(condition, 'type'),
    status: textIn(condition, 'status'),
    reason: textIn(condition, 'reason'),
    message: textIn(condition, 'message'),
    observedGeneration: condition['observedGeneration'],
    ...(list === undefined ? {} : { list }),
  }))
}
