import { formatApiProblem } from '../../domain/api/api-problem.ts'
import type { FitoutReading } from '../../domain/api/read-fitout.ts'
import { refusedStatus } from '../../domain/plan/refused-status.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { Call } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { done, type Outcome, wait } from '../../engine/run/outcome.ts'
import { callProblem } from '../management/call-problem.ts'
import type { Management } from '../management/management.ts'
import { worldOfCluster } from '../shard/shard-filter.ts'
import { type Acting, catchUp, ensureClusterFitout, writeCondition, writeStatus } from './act.ts'
import { forgetCluster, type Gathering } from './asking.ts'
import { fitOutCluster } from './fit-out-cluster.ts'
import { readCluster } from './read-cluster.ts'
import { releaseCluster } from './release.ts'

const CONFLICT_MS = 500
const RELEASE_MS = 5_000

/** Brings one cluster a step closer to its Fitout. Safe to run at any time, any number of times, and to be cut off anywhere. */
export async function reconcileCluster(gathering: Gathering, key: string, call: Call): Promise<Outcome> {
  const { management, pace, takings, figures, conflicts, isOurs } = gathering
  const cluster = management.cluster.get(key)
  // What was written for a cluster of another shard stays: its controller goes on with it.
  if (!cluster || !isOurs(key)) {
    forgetCluster(gathering, key)
    return done
  }
  const world = worldOfCluster(gathering.world, key, isOurs)
  const acting: Acting = {
    world,
    management,
    cluster,
    fact: readCluster(cluster),
    pace,
    takings,
    figures,
    call,
  }
  const owner = ownerOf(management, cluster)
  try {
    const outcome = owner ? await fitOut(gathering, acting, owner) : await letGo(gathering, acting, key)
    conflicts.reset(key)
    return outcome
  } catch (error) {
    // Somebody was faster, or we were ourselves: what was decided on is not there any more.
    if (!hasCode(error, 'Conflict')) throw error
    figures.wakes.giveBack(key)
    await catchUp(acting)
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
  const object = name === undefined ? undefined : fitout.get(`${namespace}/${name}`)
  return object && { object, reading: owners.read(object) }
}

async function letGo(gathering: Gathering, acting: Acting, key: string): Promise<Outcome> {
  forgetCluster(gathering, key)
  return (await releaseCluster(acting)) === 'released' ? done : wait(RELEASE_MS)
}

async function fitOut(gathering: Gathering, acting: Acting, owner: Owner): Promise<Outcome> {
  const { fact } = acting
  // A cluster that goes is not begun with; nor one that is paused: it may be on its way to another management cluster.
  const clusterFitout =
    fact.isDeleting || fact.isPaused
      ? gathering.management.clusterFitout.get(`${fact.namespace}/${fact.name}`)
      : await ensureOrSay(acting, owner.object.metadata.name)
  if (!clusterFitout) return done
  const { reading } = owner
  if (reading.kind === 'valid') {
    return fitOutCluster(gathering, { acting, fitout: reading.fitout, clusterFitout })
  }
  await refuse(acting, owner, clusterFitout)
  return done
}

// Without a ClusterFitout, the Cluster itself is the only place to say that nothing is known.
async function ensureOrSay(acting: Acting, fitout: string): Promise<KubeObject> {
  try {
    return await ensureClusterFitout(acting, fitout)
  } catch (error) {
    if (hasCode(error, 'Conflict') || acting.call.signal?.aborted) throw error
    const message = `ClusterFitout "${acting.fact.name}" cannot be written: ${callProblem(error)}`
    await writeCondition(acting, { status: 'Unknown', reason: 'StatusNotWritten', message })
    throw error
  }
}

/** Says what is wrong with a plan that cannot be used. Gates stay as they are. */
async function refuse(acting: Acting, { object, reading }: Owner, clusterFitout: KubeObject): Promise<void> {
  const { name, uid = '', generation = 0 } = object.metadata
  const [problem] = reading.kind === 'valid' ? [] : reading.problems
  const message = `Fitout "${name}": ${problem ? formatApiProblem(problem) : 'cannot be read'}`
  const status = refusedStatus({
    now: acting.world.clock.now(),
    before: clusterFitout['status'],
    fitout: { name, uid, generation },
    generation: clusterFitout.metadata.generation ?? 0,
    message,
  })
  await writeStatus(acting, clusterFitout, status)
  if (!acting.fact.isPaused)
    await writeCondition(acting, { status: 'False', reason: 'FitoutInvalid', message })
}
