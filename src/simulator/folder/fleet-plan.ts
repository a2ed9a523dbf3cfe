import type { Fitout } from '../../domain/api/schema/fitout-schema.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Assumptions } from '../assume/assumption.ts'
import { type SampleValues, clusterObjects } from './cluster-objects.ts'
import type { FolderProblem } from './folder-problem.ts'
import { makeAssumptions } from '../assume/make-assumptions.ts'
import { manifestProblems } from './manifest-problems.ts'
import { type MadeCluster, makeClusters } from './make-clusters.ts'
import { type FolderObject, type FolderText, readObjects } from './read-objects.ts'
import { type FolderContent, sortObjects } from './sort-objects.ts'
import { stepDeliveries } from '../assume/step-deliveries.ts'

/** Everything that a simulated fleet is made of. */
export interface FolderPlan {
  readonly fitouts: readonly FolderObject[]
  readonly clusters: readonly PlannedCluster[]
  /** ClusterResourceSets, ConfigMaps and Secrets of the management cluster. */
  readonly objects: readonly FolderObject[]
}

/** A Cluster, and what is taken for granted about it. */
export interface PlannedCluster extends MadeCluster {
  readonly assumptions: Assumptions
}

/** What the user gave, and how much is to be made of it. */
export interface PlanRequest {
  readonly texts: readonly FolderText[]
  /** Of objects that name none. */
  readonly namespace: string
  readonly count?: number | undefined
  readonly values?: SampleValues | undefined
}

/** A plan, or all that is wrong with the files; in both cases what of them is not looked at. */
export type PlanReading = Pick<FolderContent, 'leftOut'> &
  (
    | { readonly ok: true; readonly plan: FolderPlan }
    | { readonly ok: false; readonly problems: readonly FolderProblem[] }
  )

/** Makes a fleet of a user's files. */
export function planFleet({ texts, namespace, count, values }: PlanRequest): PlanReading {
  const content = sortObjects(readObjects(texts), namespace)
  const { leftOut } = content
  if (content.problems.length > 0) return { ok: false, leftOut, problems: content.problems }
  if (content.fitouts.length === 0) {
    const problem = { code: 'NO_FITOUT', at: '', message: 'there is no Fitout in the files' } as const
    return { ok: false, leftOut, problems: [problem] }
  }
  const { clusters, problems } = makeClusters(content, count)
  if (problems.length > 0) return { ok: false, leftOut, problems }
  const objects = clusterObjects(content, clusters, values)
  const nameless = manifestProblems([...content.resourceSets, ...content.sources])
  if (nameless.length > 0) return { ok: false, leftOut, problems: nameless }
  const all = objects.map(({ object }) => object)
  const assume = assumer(all)
  return {
    ok: true,
    leftOut,
    plan: {
      fitouts: content.fitouts.map(({ from }) => from),
      clusters: clusters.map(cluster => ({ ...cluster, assumptions: assume(cluster) })),
      objects,
    },
  }
}

/** Decides for each cluster what is assumed; once for all of a Fitout if nothing in it depends on the cluster. */
function assumer(objects: readonly KubeObject[]): (cluster: MadeCluster) => Assumptions {
  const known = new Map<Fitout, Assumptions>()
  return ({ fitout, object }) => {
    const found = known.get(fitout)
    if (found) return found
    const { name, namespace = '' } = object.metadata
    const identity = { name, namespace, uid: '' }
    const made = makeAssumptions(fitout, identity, stepDeliveries(fitout, identity, objects))
    if (!namesClusters(fitout)) known.set(fitout, made)
    return made
  }
}

function namesClusters({ spec }: Fitout): boolean {
  const parts = spec.steps.map(({ proof, resourceSets, render }) => [proof, resourceSets, render])
  return JSON.stringify(parts).includes('${CLUSTER_')
}
