import { names } from '../../domain/api/api-names.ts'
import { formatApiProblem } from '../../domain/validation/api-problem.ts'
import { readClusterFitout } from '../../domain/validation/read-fitout.ts'
import type { ClusterState } from '../../domain/api/schema/cluster-fitout-schema.ts'
import { matchesSelector } from '../../domain/labels/selector.ts'
import { type FitoutStatus, fitoutStatus } from '../../domain/plan/fitout-status.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import { apiVersionOf, type Call } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { done, type Outcome } from '../../engine/run/outcome.ts'
import { isEqual } from '../../domain/object/is-equal.ts'
import { clusterSelectorOf } from '../management/owner-of.ts'
import { fieldIn } from '../management/read-cluster.ts'
import type { Management } from '../management/management.ts'
import { resources } from '../world/resources.ts'
import type { World } from '../world/world.ts'

/** Says in the status of a Fitout how its clusters are, if that is news. */
export async function reconcileFitout(
  world: World,
  { management, key, call }: { readonly management: Management; readonly key: string; readonly call: Call },
): Promise<Outcome> {
  const fitout = management.fitout.get(key)
  if (!fitout || fitout.metadata.deletionTimestamp !== undefined) return done
  const status = statusOf(world, management, fitout)
  if (isEqual(fitout['status'], status)) return done
  const { name, namespace = '', uid = '' } = fitout.metadata
  const metadata = { name, namespace, uid }
  const said = { apiVersion: apiVersionOf(resources.fitout), kind: 'Fitout', metadata, status }
  const how = { ...call, fieldManager: names.fieldManager, subresource: 'status', force: true } as const
  try {
    const applied = await world.management.apply(resources.fitout, said, how)
    management.fitout.sawWrite(key, uid, applied.metadata.resourceVersion ?? '')
  } catch (error) {
    // It was deleted meanwhile: there is no status to write.
    if (!hasCode(error, 'NotFound')) throw error
  }
  return done
}

function statusOf({ clock }: World, management: Management, fitout: KubeObject): FitoutStatus {
  const { name, namespace = '', generation = 0 } = fitout.metadata
  const reading = management.ownersIn(namespace).read(fitout)
  const [problem] = reading.kind === 'valid' ? [] : reading.problems
  return fitoutStatus({
    now: clock.now(),
    generation,
    previous: reading.kind === 'misshapen' ? undefined : reading.fitout.status,
    problem: problem && formatApiProblem(problem),
    states: management.clusterFitout
      .inNamespace(namespace)
      .filter(one => fieldIn(one['spec'], 'fitout') === name)
      .map(stateOf),
    taken: takenFrom(management, fitout),
  })
}

function stateOf(object: KubeObject): ClusterState | undefined {
  const reading = readClusterFitout(object)
  return reading.kind === 'valid' ? reading.clusterFitout.status?.state : undefined
}

/** The clusters that a Fitout selects, and an older one has. */
function takenFrom(management: Management, fitout: KubeObject): readonly string[] {
  const { namespace = '', name } = fitout.metadata
  const { ownerOf } = management.ownersIn(namespace)
  const selector = clusterSelectorOf(fitout)
  return management.cluster
    .inNamespace(namespace)
    .filter(cluster => matchesSelector(selector, cluster.metadata.labels) && ownerOf(cluster) !== name)
    .map(({ metadata }) => metadata.name)
}
