import * as z from 'zod'
import { type ServerRule, field, list, map } from './field.ts'

const MAX_REQUIREMENTS = 32
/** A domain of 253 characters, a slash, a name of 63. */
export const MAX_LABEL_KEY = 317
const MAX_LABEL_VALUE = 63

const labelValue = z.string().max(MAX_LABEL_VALUE)

const requirement = field(
  z.object({
    key: field(z.string().min(1).max(MAX_LABEL_KEY), 'The key of the label.'),
    operator: field(
      z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
      'How the label is compared. NotIn also matches if the label is absent.',
    ),
    values: list(
      labelValue,
      MAX_REQUIREMENTS,
      'The values for In and NotIn; none for the other two.',
    ).optional(),
  }),
  {
    description: 'One requirement on a label.',
    rules: [
      {
        rule: "self.operator in ['In', 'NotIn'] ? has(self.values) && self.values.size() > 0 : !has(self.values) || self.values.size() == 0",
        message: 'values must be given for In and NotIn, and only for them',
      },
    ],
  },
)

const notEmpty: ServerRule = {
  rule: '(has(self.matchLabels) && self.matchLabels.size() > 0) || (has(self.matchExpressions) && self.matchExpressions.size() > 0)',
  message: 'must not be empty: it would select every cluster of the namespace',
}

/** A LabelSelector that may be empty, and then selects everything. */
export function labelSelectorSchema(description: string, rules: readonly ServerRule[] = []) {
  return field(
    z.object({
      matchLabels: map(
        labelValue,
        { max: MAX_REQUIREMENTS },
        {
          description: 'Labels with the values that they must have.',
        },
      ).optional(),
      matchExpressions: list(requirement, MAX_REQUIREMENTS, 'More requirements; all must hold.').optional(),
    }),
    { description, ...(rules.length > 0 ? { rules } : {}) },
  )
}

/** A LabelSelector that must require something. */
export function requiredLabelSelectorSchema(description: string) {
  return labelSelectorSchema(description, [notEmpty])
}
