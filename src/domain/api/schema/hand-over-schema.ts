import * as z from 'zod'
import { field, map, text } from './field.ts'
import { dnsLabel, objectName, secretTemplate } from './names.ts'

/** What a handed-over value may be required to look like. */
export const VALUE_FORMATS = ['arn', 'boolean', 'cidr', 'hostname', 'integer', 'json', 'url'] as const

const MAX_KEYS = 64

const handedOverKey = field(
  z.object({
    path: text(
      500,
      'Where the value is read: a key of the Secret, then the fields inside its JSON, with dots between them; `\\.` is a dot in a name. Default: the name itself, as one key.',
    ).optional(),
    format: field(z.enum(VALUE_FORMATS), 'Format of the value. Default: any text.').optional(),
    default: field(
      z.string().max(1024),
      'The value to use if the Secret has none. A key without a default is required.',
    ).optional(),
    as: field(
      z
        .string()
        .min(1)
        .max(253)
        .regex(/^[-._a-zA-Z0-9]+$/, 'must be letters, digits, dashes, dots and underscores'),
      'The key in the target Secret. Default: the name itself.',
    ).optional(),
  }),
  'How one value is read and checked. `{}` takes the key of this name unchanged.',
)

/** Values carried from a Secret beside the Cluster to one on the workload cluster. */
export const handOverSchema = field(
  z.object({
    from: field(
      z.object({
        secret: secretTemplate(
          'The Secret that holds the values, in the namespace of the Cluster. `${CLUSTER_NAME}` and `${CLUSTER_NAMESPACE}` can be used in it.',
        ),
      }),
      'Where the values come from.',
    ),
    to: field(
      z.object({
        secret: objectName('The Secret on the workload cluster.'),
        namespace: dnsLabel('Its namespace there.'),
      }),
      'Where the values go.',
    ),
    keys: map(
      handedOverKey,
      { min: 1, max: MAX_KEYS },
      {
        description:
          'The values to hand over, by name. Nothing else of the Secret leaves the management cluster.',
        rules: [
          {
            rule: "self.all(key, key.size() <= 253 && key.matches('^[-._a-zA-Z0-9]+$'))",
            message: 'names must be letters, digits, dashes, dots and underscores, at most 253 of them',
          },
        ],
      },
    ),
  }),
  'Values that are copied from one Secret on the management cluster to one Secret on the workload cluster.',
)
