import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { formatApiProblem } from '../../domain/validation/api-problem.ts'
import type { FitoutReading } from '../../domain/validation/read-fitout.ts'
import { isLeftAlone } from '../../domain/plan/cluster-facts.ts'
import { refusedStatus } from '../../domain/plan/refused-status.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { Call } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { done, type Outcome, wait } from '../../engine/run/outcome.ts'
import { callProblem } from '../management/call-problem.ts'
import type { Management } from '../management/management.ts'
import { worldOfCluster } from './shard-filter.ts'
import { type WriteContext, catchUp, ensureClusterFitout, writeCondition, writeStatus } from './act.ts'
import { forgetCluster, type Dependencies } from './dependencies.ts'
import { fitOutCluster } from './fit-out-cluster.ts'
import { readCluster } from '../management/read-cluster.ts'
import { releaseCluster } from './release.ts'

const CONFLICT_MS = 500
const RELEASE_MS = 5_000

/** Brings one cluster a step closer to its Fitout. Safe to run at any time, any number of times, and to be cut off anywhere. */
export async function reconcileCluster(
  dependencies: Dependencies,
  key: string,
  call: Call,
): Promise<Outcome> {
  const { management, throttle, takeovers, figures, conflicts, isOurs } = dependencies
  const cluster = management.cluster.get(key)
  // What was written for a cluster of another shard stays: its controller continues with it.
  if (!cluster || !isOurs(key)) {
    forgetCluster(dependencies, key)
    return done
  }
  const world = worldOfCluster(dependencies.world, key, isOurs)
  const context: WriteContext = {
    world,
    management,
    cluster,
    fact: readCluster(cluster),
    throttle,
    takeovers,
    figures,
    call,
  }
  const owner = ownerOf(management, cluster)
  try {
    const outcome = owner
      ? await fitOut(dependencies, context, owner)
      : await finishDeletion(dependencies, context, key)
    conflicts.reset(key)
    return outcome
  } catch (error) {
    // Another write was faster, or one of our own: the decision rests on an old version.
    if (!hasCode(error, 'Conflict')) throw error
    figures.wakes.giveBack(key)
    await catchUp(context)
    return wait(CONFLICT_MS + conflicts.fail(key))
  }
}

/** The Fitout of a cluster, and what it says. */
interface Owner {
  readonly object: KubeObject
  readonly reading: FitoutReading
}

function ownerOf({ fitout, ownersIn }: Management, cluster: KubeObject): Owner | undefined {
  const { namespace = '' } = cluster.metadata
  const owners = ownersIn(namespace)
  const name = owners.ownerOf(cluster)
  const object = name === undefined ? undefined : fitout.get(qualifiedName({ namespace, name }))
  return object && { object, reading: owners.read(object) }
}

async function finishDeletion(
  dependencies: Dependencies,
  context: WriteContext,
  key: string,
): Promise<Outcome> {
  forgetCluster(dependencies, key)
  return (await releaseCluster(context)) === 'released' ? done : wait(RELEASE_MS)
}

async function fitOut(dependencies: Dependencies, context: WriteContext, owner: Owner): Promise<Outcome> {
  const { fact } = context
  // A cluster that goes is not begun with; nor one that is paused: it may be on its way to another management cluster.
  const clusterFitout = isLeftAlone(fact)
    ? dependencies.management.clusterFitout.get(qualifiedName(fact))
    : await ensureOrSay(context, owner.object.metadata.name)
  if (!clusterFitout) return done
  const { reading } = owner
  if (reading.kind === 'valid') {
    return fitOutCluster(dependencies, { context, fitout: reading.fitout, clusterFitout })
  }
  await refuse(context, owner, clusterFitout)
  return done
}

// Without a ClusterFitout, the Cluster itself is the only place to say that nothing is known.
async function ensureOrSay(context: WriteContext, fitout: string): Promise<KubeObject> {
  try {
    return await ensureClusterFitout(context, fitout)
  } catch (error) {
    if (hasCode(error, 'Conflict') || context.call.signal?.aborted) throw error
    const message = `ClusterFitout "${context.fact.name}" cannot be written: ${callProblem(error)}`
    await writeCondition(context, { status: 'Unknown', reason: 'StatusNotWritten', message })
    throw error
  }
}

/** Says what is wrong with a plan that cannot be used. Gates stay as they are. */
async function refuse(
  context: WriteContext,
  { object, reading }: Owner,
  clusterFitout: KubeObject,
): Promise<void> {
  const { name, uid = '', generation = 0 } = object.metadata
  const [problem] = reading.kind === 'valid' ? [] : reading.problems
  const message = `Fitout "${name}": ${problem ? formatApiProblem(problem) : 'cannot be read'}`
  const status = refusedStatus({
    now: context.world.clock.now(),
    before: clusterFitout['status'],
    fitout: { name, uid, generation },
    generation: clusterFitout.metadata.generation ?? 0,
    message,
  })
  await writeStatus(context, clusterFitout, status)
  if (!context.fact.isPaused)
    await writeCondition(context, { status: 'False', reason: 'FitoutInvalid', message })
}
