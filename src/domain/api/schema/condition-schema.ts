import * as z from 'zod'
import { field } from './field.ts'

/** An instant as Kubernetes writes it; the API server checks it. */
export function instant(description: string) {
  return field(z.string(), { description, format: 'date-time' })
}

const condition = field(
  z.object({
    type: field(z.string().max(316), 'What the condition is about: Ready, Reconciling or Stalled.'),
    status: field(z.enum(['True', 'False', 'Unknown']), 'Status of the condition: True, False or Unknown.'),
    reason: field(z.string().min(1).max(1024), 'Why, in one word for machines.'),
    message: field(z.string().max(32768), 'Why, in a sentence for people.'),
    lastTransitionTime: instant('When the status last changed.'),
    observedGeneration: field(
      z.int().min(0),
      'The generation of the object that this was said of.',
    ).optional(),
  }),
  'One thing that is known about the object.',
)

/** The conditions of both kinds, as kstatus reads them. */
export const conditionsSchema = field(z.array(condition).max(16), {
  description:
    'Ready says whether all is done. Reconciling is there while work goes on, Stalled if it cannot go on without a person.',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
})

/** The generation of an object that its status describes. */
export const observedGenerationSchema = field(
  z.int().min(0),
  'The generation of this object that the status describes.',
)
