import * as z from 'zod'
import { PRESETS } from '../api-names.ts'
import { durationSchema } from './duration-schema.ts'
import { field, list, map, text } from './field.ts'
import { labelSelectorSchema } from './label-selector-schema.ts'
import { nameTemplate } from './names.ts'

/** The clusters that a proof can read: the one that is fitted out, and the one that manages it. */
export const CLUSTERS = ['Workload', 'Management'] as const

const MAX_OBJECTS = 32
const MAX_COUNT = 1000

const expression = (description: string) => text(4096, description)

const provenObject = field(
  z.object({
    cluster: field(
      z.enum(CLUSTERS),
      'The cluster that the object is read from. On the management cluster it is read in the namespace of the Cluster.',
    ).default('Workload'),
    apiVersion: field(
      z
        .string()
        .min(1)
        .max(317)
        .regex(/^([-.a-z0-9]+\/)?[a-z0-9]+$/, 'must be a version, or a group and a version, such as apps/v1'),
      'Group and version of the object.',
    ),
    kind: field(
      z
        .string()
        .min(1)
        .max(63)
        .regex(/^[A-Z][A-Za-z0-9]*$/, 'must be a kind, such as Deployment'),
      'Kind of the object.',
    ),
    namespace: nameTemplate(
      'Its namespace on the workload cluster; absent for a cluster-scoped kind.',
    ).optional(),
    name: nameTemplate('Its name. Either this or `selector`.').optional(),
    selector: labelSelectorSchema(
      'Label selector of the objects: all that match must be Current. An empty selector matches every object of the kind.',
    ).optional(),
    count: field(
      z.int().min(0).max(MAX_COUNT),
      'Minimum number of objects that must match the selector. Default: 1.',
    ).optional(),
    current: expression(
      'CEL expression that is true if the object is Current. Default: the rules of kstatus.',
    ).optional(),
    failed: expression('CEL expression that is true if the object has failed.').optional(),
  }),
  {
    description: 'Objects that must be Current.',
    rules: [
      { rule: 'has(self.name) != has(self.selector)', message: 'either name or selector must be given' },
      { rule: '!has(self.count) || has(self.selector)', message: 'count is only for a selector' },
      {
        rule: "!has(self.namespace) || self.cluster != 'Management'",
        message: 'namespace must not be given on the management cluster: it is that of the Cluster',
      },
    ],
  },
)

/** What must be seen before a step counts as ready. */
export const proofSchema = field(
  z.object({
    preset: field(z.enum(PRESETS), 'A built-in proof; `fitout explain preset <name>` shows it.').optional(),
    with: map(z.unknown(), { max: 32 }, { description: 'Settings of the preset.' }).optional(),
    objects: list(
      provenObject,
      MAX_OBJECTS,
      'Objects that must be Current, in addition to those of the preset.',
    ).optional(),
    stableFor: durationSchema('stableFor', 'How long the proof must hold without interruption.').default(
      '0s',
    ),
  }),
  {
    description: 'What must be observed before the step is ready.',
    rules: [
      {
        rule: 'has(self.preset) || (has(self.objects) && self.objects.size() > 0)',
        message: 'must have a preset or at least one object',
      },
      { rule: '!has(self.with) || has(self.preset)', message: 'with is only for a preset' },
    ],
  },
)
