import * as z from 'zod'
import { API_VERSION } from '../api-names.ts'
import type { DeepReadonly } from '../deep-readonly.ts'
import { conditionsSchema, observedGenerationSchema } from './condition-schema.ts'
import { type ServerRule, field } from './field.ts'
import { requiredLabelSelectorSchema } from './label-selector-schema.ts'
import { objectMetaSchema } from './object-meta-schema.ts'
import { MAX_STEPS, stepSchema } from './step-schema.ts'

// The messages name no step: an expression that looks for the culprit is over the API server's budget.
const stepRules: readonly ServerRule[] = [
  {
    rule: 'self.all(s, self.exists_one(t, t.name == s.name))',
    message: 'every step must have a unique name',
  },
  {
    rule: 'self.all(s, !has(s.dependsOn) || !(s.name in s.dependsOn))',
    message: 'a step must not depend on itself',
  },
  {
    rule: 'self.all(s, !has(s.dependsOn) || s.dependsOn.all(n, self.exists(t, t.name == n)))',
    message: 'dependsOn must name steps of this Fitout',
  },
  {
    rule: 'self.all(s, !has(s.gate) || self.exists_one(t, has(t.gate) && t.gate.label == s.gate.label))',
    message: 'every gate must have a unique label',
  },
]

const gateInSelector: ServerRule = {
  rule: 'self.steps.all(s, !has(s.gate) || ((!has(self.clusterSelector.matchLabels) || !(s.gate.label in self.clusterSelector.matchLabels)) && (!has(self.clusterSelector.matchExpressions) || self.clusterSelector.matchExpressions.all(e, e.key != s.gate.label))))',
  message:
    'a gate must not be a label that clusterSelector selects by: opening the gate would change which Fitout selects the cluster',
}

const specSchema = field(
  z.object({
    clusterSelector: requiredLabelSelectorSchema(
      'Selects the Clusters of this namespace that the plan applies to. If two Fitouts select a Cluster, the older one keeps it.',
    ),
    suspend: field(z.boolean(), 'Suspends the plan: no gate opens, and nothing is handed over.').default(
      false,
    ),
    steps: field(z.array(stepSchema).min(1).max(MAX_STEPS), {
      description:
        'The steps for each cluster, in order. A step depends on the step before it, unless `dependsOn` says otherwise.',
      'x-kubernetes-list-type': 'atomic',
      rules: stepRules,
    }),
  }),
  { description: 'The plan: which clusters, which steps.', rules: [gateInSelector] },
)

const count = (description: string) => field(z.int().min(0), description).default(0)

const statusSchema = field(
  z.object({
    observedGeneration: observedGenerationSchema.optional(),
    clusters: field(
      z.object({
        total: count('All clusters of this Fitout.'),
        ready: count('Ready.'),
        fittingOut: count('In progress; no action is needed.'),
        held: count('A hold keeps a step from starting; action is needed.'),
        stuck: count('A step is past its timeout.'),
        failed: count('A step has failed.'),
        unknown: count('Not readable for so long that the state is unknown.'),
        paused: count('Paused.'),
        deleting: count('Being deleted.'),
      }),
      'Number of clusters, by state.',
    ).optional(),
    conditions: conditionsSchema.optional(),
  }),
  'Observed state of the plan and its clusters.',
)

/** A Fitout as people write it and the API server stores it. */
export const fitoutSchema = field(
  z.object({
    apiVersion: z.literal(API_VERSION),
    kind: z.literal('Fitout'),
    metadata: objectMetaSchema,
    spec: specSchema,
    status: statusSchema.optional(),
  }),
  'A Fitout is a plan: which clusters of its namespace get which add-ons, in which order, and how each is proven.',
)

/** The plan: which clusters, which steps. What was left out has its default. */
export type Fitout = DeepReadonly<z.output<typeof fitoutSchema>>
/** A Fitout as a person may write it: what has a default may be left out. @internal */
export type FitoutManifest = DeepReadonly<z.input<typeof fitoutSchema>>
/** One step of a Fitout. */
export type FitoutStep = Fitout['spec']['steps'][number]
