import * as z from 'zod'

const texts = z.record(z.string(), z.string())

/** The metadata of an object, as far as Fitout looks at them; the rest is kept as it is. */
export const objectMetaSchema = z.looseObject({
  name: z.string().min(1),
  namespace: z.string().optional(),
  uid: z.string().optional(),
  resourceVersion: z.string().optional(),
  generation: z.int().optional(),
  creationTimestamp: z.string().optional(),
  deletionTimestamp: z.string().optional(),
  labels: texts.optional(),
  annotations: texts.optional(),
})
