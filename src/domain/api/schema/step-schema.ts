import * as z from 'zod'
import { OWN_DOMAINS, RESERVED_DOMAINS } from '../api-names.ts'
import { durationSchema } from './duration-schema.ts'
import { type ServerRule, field, list, map, text } from './field.ts'
import { handOverSchema } from './hand-over-schema.ts'
import { MAX_LABEL_KEY } from './label-selector-schema.ts'
import { dnsLabel, nameTemplate } from './names.ts'
import { proofSchema } from './proof-schema.ts'

/** The most steps that a Fitout may have. */
export const MAX_STEPS = 32

const labelSyntax: ServerRule = {
  rule: "self.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$')",
  message: 'must be a label key, such as calico.fitout.dev/enabled',
}

const reservedDomain: ServerRule = {
  rule: `!self.matches('^([^/]*[.])?(${RESERVED_DOMAINS.map(escaped).join('|')})/')`,
  message: `must not be in a reserved domain: ${RESERVED_DOMAINS.join(', ')}`,
}

const ownDomain: ServerRule = {
  rule: `!self.matches('^(${OWN_DOMAINS.map(escaped).join('|')})/')`,
  message: `must not be in a domain that Fitout itself uses: ${OWN_DOMAINS.join(', ')}`,
}

const gate = field(
  z.object({
    label: field(z.string().min(1).max(MAX_LABEL_KEY), {
      description: 'The label on the Cluster that starts the step: its ClusterResourceSets select by it.',
      rules: [labelSyntax, reservedDomain, ownDomain],
    }),
    value: field(
      z
        .string()
        .max(63)
        .regex(/^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/, 'must be the value of a label'),
      'The value that Fitout sets the label to.',
    ).default('true'),
  }),
  'The label that starts the step. A step without a gate is only proven.',
)

/** One add-on or capability on one cluster. */
export const stepSchema = field(
  z.object({
    name: dnsLabel('The name of the step, used in messages, in the output of commands and in `dependsOn`.'),
    dependsOn: list(
      dnsLabel('The name of a step.'),
      MAX_STEPS - 1,
      'Steps that must be ready before this one starts. Default: the step before this one; `[]` means none.',
    ).optional(),
    gate: gate.optional(),
    packs: list(
      dnsLabel('The name of a pack.'),
      16,
      'The packs, made by `fitout pack`, that deliver this step. All of each must be applied before the proof counts.',
    ).optional(),
    resourceSets: list(
      nameTemplate('The name of a ClusterResourceSet.'),
      16,
      'ClusterResourceSets that deliver this step and that `fitout pack` did not make. All of each must be applied before the proof counts.',
    ).optional(),
    handOver: list(
      handOverSchema,
      16,
      'Values that must be on the workload cluster before the gate opens.',
    ).optional(),
    render: list(
      nameTemplate('The name of a ConfigMap.'),
      16,
      'ConfigMaps, in the namespace of the Cluster, whose `${VARIABLES}` are substituted for each cluster; the result is delivered with the values.',
    ).optional(),
    versions: map(
      text(64, 'A version, such as 2.9.1.'),
      { max: 16 },
      {
        description:
          'Versions of the components that this step delivers. They are checked against the cluster before the gate opens.',
      },
    ).optional(),
    proof: proofSchema,
    timeout: durationSchema(
      'timeout',
      'How long the step can take from its open gate to Ready before it is Stuck. It continues after that, too.',
    ).default('10m'),
  }),
  'One add-on or capability of a cluster.',
)

function escaped(domain: string): string {
  return domain.replaceAll('.', '[.]')
}
