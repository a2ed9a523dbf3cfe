import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { readFitout } from '../../domain/validation/read-fitout.ts'
import { type ExplainFacts, unread } from '../../domain/explain/explain-facts.ts'
import type { FleetCluster, FleetPlan } from '../../domain/fleet/fleet-snapshot.ts'
import type { StepStatus } from '../../domain/plan/step-status.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Link } from '../../fleet/link/link.ts'
import { gatherSecrets } from '../../fleet/why/gather-secrets.ts'
import { gatherSets } from '../../fleet/why/gather-sets.ts'
import type { SeenFleet } from '../fleet/seen-fleet.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import { demandSeenCluster, planFor } from './cluster-answer.ts'
import { stepsIn } from './object-list-answer.ts'

/** What is known of a step of a cluster: followed objects, and what was read just now. */
export interface StepFactsNow extends Pick<ExplainFacts, 'resourceSets' | 'packs' | 'secrets'> {
  readonly cluster: FleetCluster
  readonly uid: string
  readonly plan: FleetPlan | undefined
  /** With what proves it. */
  readonly status: StepStatus
  /** As its Fitout has it; undefined if that cannot be read, or has no such step any more. */
  readonly step: FitoutStep | undefined
}

/** Which step of which cluster. */
export interface StepQuestion {
  readonly id: string
  readonly step: string
}

const CALL_MS = 3_000

/** Reads what delivers a step and which values it hands over, with the rights of whoever asks. */
export async function gatherStep(
  view: SeenFleet,
  { id, step: name }: StepQuestion,
  link: Link,
): Promise<StepFactsNow> {
  const cluster = demandSeenCluster(view, id)
  const known = [...stepsIn(view, id), ...cluster.steps].find(one => one.name === name)
  if (!known) throw new HttpRefusal('NotFound', `Cluster ${id} has no step ${name}`)
  const { namespace } = cluster
  const object = view.clusterObject(id)
  const fitout = fitoutFact(view.fitoutObject(`${namespace}/${cluster.fitout}`))
  const reading = { link, namespace, call: { timeoutMs: CALL_MS } }
  const asked = {
    namespace,
    name: cluster.name,
    step: name,
    fitout,
    // Of the other steps nothing is asked here.
    status: { kind: 'absent' },
    cluster: object ? ({ kind: 'read', value: object } as const) : unread,
  } as const
  const [sets, secrets] = await Promise.all([gatherSets(reading, asked), gatherSecrets(reading, asked)])
  const step = fitout.kind === 'read' ? fitout.value.spec.steps.find(one => one.name === name) : undefined
  return {
    ...sets,
    secrets,
    cluster,
    uid: object?.metadata.uid ?? '',
    plan: planFor(cluster, view),
    status: known,
    step,
  }
}

function fitoutFact(object: KubeObject | undefined): ExplainFacts['fitout'] {
  const reading = object && readFitout(object)
  return reading === undefined || reading.kind === 'misshapen'
    ? unread
    : { kind: 'read', value: reading.fitout }
}
