import * as z from 'zod'
import { API_VERSION } from '../api-names.ts'
import type { DeepReadonly } from '../deep-readonly.ts'
import { conditionsSchema, instant, observedGenerationSchema } from './condition-schema.ts'
import { field, list } from './field.ts'
import { dnsLabel, objectName } from './names.ts'
import { objectMetaSchema } from './object-meta-schema.ts'
import { CLUSTERS } from './proof-schema.ts'
import { MAX_STEPS } from './step-schema.ts'

/** The seven words for the state of a step, used everywhere. @internal */
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

/** Why something could not be read, in one word. */
const READ_ERRORS = ['Forbidden', 'Throttled', 'TooLarge', 'TimedOut', 'ServerError', 'Other'] as const

const HEALTHS = ['Current', 'InProgress', 'Failed', 'Terminating', 'NotFound', 'Unknown'] as const
const MAX_EVIDENCE = 10
const MAX_MESSAGE = 512

const message = (description: string) => field(z.string().max(MAX_MESSAGE), description)
const word = (description: string) => field(z.string().max(253), description)

// Beside each message stands what it is about, for programs: nobody has to read it out of a sentence.
const about = {
  source: field(
    z.object({
      kind: field(z.enum(['ConfigMap', 'Secret']), 'Its kind.'),
      name: word('Its name.'),
      key: word('The key of it, or the path to a field of its JSON.').optional(),
    }),
    'The ConfigMap or Secret in the namespace of the Cluster that the message is about.',
  ).optional(),
  readError: field(
    z.enum(READ_ERRORS),
    'Why something could not be read, if that is what is wrong.',
  ).optional(),
}

const evidence = field(
  z.object({
    cluster: field(z.enum(CLUSTERS), 'The cluster that the object was read from.'),
    object: field(
      z.object({
        apiVersion: word('API group and version of the object.'),
        kind: word('Kind of the object.'),
        namespace: word('Its namespace.').optional(),
        name: word('Its name; for objects found by labels, the selector.'),
      }),
      'The object.',
    ),
    health: field(z.enum(HEALTHS), 'Its health.'),
    message: message('Message from the status of the object.').optional(),
  }),
  'One object of the proof.',
)

const step = field(
  z.object({
    name: dnsLabel('The step.'),
    state: field(z.enum(STEP_STATES), 'State of the step.'),
    message: message('What the step waits for, or what is wrong with it.').optional(),
    reason: word('Reason for the state in one word, as in `cause.reason`.').optional(),
    ...about,
    since: instant('Time at which the step entered this state.').optional(),
    openedAt: instant('Time at which the gate of the step was opened.').optional(),
    openedBy: field(
      z.enum(['Fitout', 'External']),
      'Who opened the gate of the step. If it is External, the steps before were not proven at that time.',
    ).optional(),
    readyAt: instant('Time at which the proof of the step first held.').optional(),
    unreadSince: instant(
      'Time since which the cluster cannot be read; the state is the last known one.',
    ).optional(),
    unprovenSince: instant(
      'Time since which the proof of a Ready step no longer holds; after two minutes the step is no longer Ready.',
    ).optional(),
    evidence: list(evidence, MAX_EVIDENCE, 'Objects that were read, worst first, at most ten.').optional(),
  }),
  'The state of one step.',
)

const cause = field(
  z.object({
    reason: word('The cause in one word; `fitout explain <reason>` describes it.'),
    message: message('The cause in one sentence.'),
    ...about,
    step: word('The step that the cause is about.').optional(),
    actor: field(z.enum(['Nobody', 'Git', 'Cloud', 'Operator']), 'Who can fix it.').optional(),
    next: message('The first thing to do.').optional(),
    since: instant('Time since which this is the cause.').optional(),
  }),
  'Why the cluster is not ready.',
)

const cluster = field(
  z.object({
    name: word('Its name.'),
    uid: word('The UID of the Cluster on the management cluster.'),
    kubernetesVersion: word('Kubernetes version of its API server.').optional(),
    identity: word(
      'The UID of its namespace kube-system: a different UID means another cluster behind the same name.',
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
        generation: field(z.int().min(0), 'The generation of the Fitout that this status is based on.'),
      }),
      'The Fitout that this status is based on.',
    ).optional(),
    cluster: cluster.optional(),
    state: field(z.enum(CLUSTER_STATES), 'State of the cluster, summarized from its steps.').optional(),
    step: word('The current step; absent once all steps are ready.').optional(),
    steps: list(step, MAX_STEPS, 'Every step, in the order of the Fitout.').optional(),
    cause: cause.optional(),
    refreshed: word('The last value of the annotation fitout.dev/refresh that was handled.').optional(),
    conditions: conditionsSchema.optional(),
  }),
  'Observed state of the cluster, recomputed on every reconcile.',
)

/** A ClusterFitout as Fitout writes it. */
export const clusterFitoutSchema = field(
  z.object({
    apiVersion: z.literal(API_VERSION),
    kind: z.literal('ClusterFitout'),
    metadata: objectMetaSchema,
    spec: field(
      z.object({ fitout: objectName('Name of the Fitout of the cluster, in the same namespace.') }),
      'Which Fitout the cluster belongs to. The controller writes it; users do not need to.',
    ),
    status: statusSchema.optional(),
  }),
  'A ClusterFitout reports the progress of one cluster. The controller creates one for each Cluster, with the same name, owned by the Cluster.',
)

/** How far one cluster is. */
export type ClusterFitout = DeepReadonly<z.output<typeof clusterFitoutSchema>>
/** What a ClusterFitout says about its cluster. */
export type ClusterFitoutStatus = NonNullable<ClusterFitout['status']>
export type ClusterState = (typeof CLUSTER_STATES)[number]
export type ReadError = (typeof READ_ERRORS)[number]
/** The ConfigMap or Secret beside a Cluster that a message is about. */
export type MessageSource = NonNullable<NonNullable<ClusterFitoutStatus['cause']>['source']>
