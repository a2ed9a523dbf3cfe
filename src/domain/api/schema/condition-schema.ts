import * as z from 'zod'
import { field } from './field.ts'

/** An instant as Kubernetes writes it; the API server checks it. */
export function instant(description: string) {
  return field(z.string(), { description, format: 'date-time' })
}

const condition = field(
  z.object({
    type: field(z.string().max(316), 'Type of the condition: Ready, Reconciling or Stalled.'),
    status: field(z.enum(['True', 'False', 'Unknown']), 'Status of the condition: True, False or Unknown.'),
    reason: field(z.string().min(1).max(1024), 'Reason for the status in one word, for machines.'),
    message: field(z.string().max(32768), 'Reason for the status in one sentence, for people.'),
    lastTransitionTime: instant('Time at which the status last changed.'),
    observedGeneration: field(
      z.int().min(0),
      'The generation of the object that the condition is based on.',
    ).optional(),
  }),
  'One aspect of the observed state of the object.',
)

/** The conditions of both kinds, as kstatus reads them. */
export const conditionsSchema = field(z.array(condition).max(16), {
  description:
    'Ready says whether all steps are done. Reconciling is present while work is in progress, Stalled if it cannot continue without human action.',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
})

/** The generation of an object that its status describes. */
export const observedGenerationSchema = field(
  z.int().min(0),
  'The generation of this object that the status describes.',
)
