import * as z from 'zod'
import { API_VERSION } from '../api-names.ts'
import type { DeepReadonly } from '../deep-readonly.ts'
import { conditionsSchema, instant, observedGenerationSchema } from './condition-schema.ts'
import { field, list } from './field.ts'
import { dnsLabel, objectName } from './names.ts'
import { objectMetaSchema } from './object-meta-schema.ts'
import { CLUSTERS } from './proof-schema.ts'
import { MAX_STEPS } from './step-schema.ts'

/** The seven words for the state of a step, used everywhere. */
export const STEP_STATES = ['Waiting', 'Held', 'Delivering', 'Proving', 'Ready', 'Stuck', 'Failed'] as const

/** The words for the state of a cluster, used everywhere. The first that fits is the one. */
export const CLUSTER_STATES = [
  'Deleting',
  'Paused',
  'Unknown',
  'Failed',
  'Stuck',
  'Held',
  'FittingOut',
  'Ready',
] as const

const HEALTHS = ['Current', 'InProgress', 'Failed', 'Terminating', 'NotFound', 'Unknown'] as const
const MAX_EVIDENCE = 10
const MAX_MESSAGE = 512

const message = (description: string) => field(z.string().max(MAX_MESSAGE), description)
const word = (description: string) => field(z.string().max(253), description)

const evidence = field(
  z.object({
    cluster: field(z.enum(CLUSTERS), 'The cluster that it was read from.'),
    object: field(
      z.object({
        apiVersion: word('Its group and version.'),
        kind: word('Its kind.'),
        namespace: word('Its namespace.').optional(),
        name: word('Its name; for objects found by labels, the selector.'),
      }),
      'The object.',
    ),
    health: field(z.enum(HEALTHS), 'Its health.'),
    message: message('What it says of itself.').optional(),
  }),
  'One object that was judged.',
)

const step = field(
  z.object({
    name: dnsLabel('The step.'),
    state: field(z.enum(STEP_STATES), 'How far it is.'),
    message: message('What it waits for, or what is wrong.').optional(),
    reason: word('The same in one word, as in `cause.reason`.').optional(),
    since: instant('Since when it is in this state.').optional(),
    openedAt: instant('When its gate was opened.').optional(),
    openedBy: field(
      z.enum(['Fitout', 'External']),
      'Who opened its gate. A gate that somebody else opened was not proven before.',
    ).optional(),
    readyAt: instant('When it was first proven.').optional(),
    unreadSince: instant(
      'Since when the cluster could not be read; the state is the last one that was.',
    ).optional(),
    unprovenSince: instant(
      'Since when the proof of a Ready step does not hold; after two minutes it is not called Ready any more.',
    ).optional(),
    evidence: list(evidence, MAX_EVIDENCE, 'What was read, worst first, at most ten.').optional(),
  }),
  'The state of one step.',
)

const cause = field(
  z.object({
    reason: word('In one word; `fitout explain <reason>` tells more.'),
    message: message('In one sentence.'),
    step: word('The step that it is about.').optional(),
    actor: field(z.enum(['Nobody', 'Git', 'Cloud', 'Operator']), 'Who can fix it.').optional(),
    next: message('What to do first.').optional(),
    since: instant('Since when this is the cause.').optional(),
  }),
  'Why the cluster is not ready.',
)

const cluster = field(
  z.object({
    name: word('Its name.'),
    uid: word('The UID of the Cluster on the management cluster.'),
    kubernetesVersion: word('The version that its API server gives.').optional(),
    identity: word(
      'The UID of its namespace kube-system: another one means another cluster behind the same name.',
    ).optional(),
  }),
  'The cluster that was read.',
)

const statusSchema = field(
  z.object({
    observedGeneration: observedGenerationSchema.optional(),
    fitout: field(
      z.object({
        name: word('Its name.'),
        uid: word('Its UID.'),
        generation: field(z.int().min(0), 'Its generation that this status was made for.'),
      }),
      'The Fitout that this status was made for.',
    ).optional(),
    cluster: cluster.optional(),
    state: field(z.enum(CLUSTER_STATES), 'All steps in one word.').optional(),
    step: word('The step that it is at; none once all are ready.').optional(),
    steps: list(step, MAX_STEPS, 'Every step, in the order of the Fitout.').optional(),
    cause: cause.optional(),
    refreshed: word('The value of the annotation fitout.dev/refresh that was last acted upon.').optional(),
    conditions: conditionsSchema.optional(),
  }),
  'What is known about the cluster, made anew from what was read each time.',
)

/** A ClusterFitout as Fitout writes it. */
export const clusterFitoutSchema = field(
  z.object({
    apiVersion: z.literal(API_VERSION),
    kind: z.literal('ClusterFitout'),
    metadata: objectMetaSchema,
    spec: field(
      z.object({ fitout: objectName('The Fitout that the cluster has, in the same namespace.') }),
      'Which Fitout the cluster has. Fitout writes it; people need not.',
    ),
    status: statusSchema.optional(),
  }),
  'A ClusterFitout tells how far one cluster is. Fitout makes one for each Cluster, of the same name, owned by it.',
)

/** How far one cluster is. */
export type ClusterFitout = DeepReadonly<z.output<typeof clusterFitoutSchema>>
/** What a ClusterFitout says about its cluster. */
export type ClusterFitoutStatus = NonNullable<ClusterFitout['status']>
export type ClusterState = (typeof CLUSTER_STATES)[number]
