import { readCluster } from '../../controller/management/read-cluster.ts'
import { resources } from '../../controller/world/resources.ts'
import { type ViewResult, ViewPool } from '../../controller/views/view-pool.ts'
import { WorkloadView } from '../../controller/views/workload-view.ts'
import type { World } from '../../controller/world/world.ts'
import { readClusterFitout, readFitout } from '../../domain/validation/read-fitout.ts'
import type { ClusterFitoutStatus } from '../../domain/api/schema/cluster-fitout-schema.ts'
import type { Fitout } from '../../domain/api/schema/fitout-schema.ts'
import { type Fact, unread } from '../../domain/explain/explain-facts.ts'
import type { ViewFact } from '../../domain/plan/cluster-facts.ts'
import { noMetrics } from '../../engine/metrics/metrics.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Link } from '../link/link.ts'
import { factsOf, type WhyRequest } from './file-gatherer.ts'
import { gatherSets } from './gather-sets.ts'
import { gatherSecrets } from './gather-secrets.ts'
import type { Gatherer } from '../../controller/world/gatherer.ts'
import { readKubeconfigFact } from './kubeconfig-fact.ts'
import { factFrom, type Reading, readFact } from './read-fact.ts'

/** No single call may take what the whole answer should. */
const CALL_MS = 3_000
const call = { timeoutMs: CALL_MS }
/** Without these there is no answer at all, so a server that is slow gets more time for them. */
const needed = { timeoutMs: 15_000 }

/** A gatherer with connections that must be let go. */
export interface LiveGatherer extends Gatherer {
  readonly close: () => void
}

/** Explains from the clusters themselves, with the rights of whoever asks. */
export function liveGatherer(link: Link, question: WhyRequest): LiveGatherer {
  const world = worldOf(link)
  const views = new ViewPool(world, () => undefined)
  const management = new WorkloadView(
    world,
    { api: link.management, close: () => undefined, connections: () => 1 },
    { onChange: () => undefined },
  )
  let sight: ViewResult | undefined
  const reading: Reading = { link, call, namespace: question.cluster.namespace }
  return {
    start: async () => {
      const { name, fitout } = question.cluster
      const patient = { ...reading, call: needed }
      const [cluster, plan, status, kubeconfig] = await Promise.all([
        readFact(patient, resources.cluster, name),
        fitout === '' ? ({ kind: 'absent' } as const) : readFact(patient, resources.fitout, fitout),
        readFact(patient, resources.clusterFitout, name),
        readKubeconfigFact(reading, name),
      ])
      // Who may not read the kubeconfig cannot say what is behind it.
      const mayLook = cluster.kind === 'read' && kubeconfig.kind !== 'unread'
      sight = mayLook ? await views.look(readCluster(cluster.value), { ...call, fresh: true }) : undefined
      const known = factsOf(question)
      const facts = {
        ...known,
        cluster,
        fitout: factFrom(plan, fitoutIn),
        // The fleet was read a moment ago: what it says of the cluster is better than nothing.
        status: status.kind === 'unread' ? known.status : factFrom(status, statusIn),
        view: sight ? ({ kind: 'read', value: viewOf(sight) } as const) : unread,
        kubeconfig,
      }
      const [sets, secrets] = await Promise.all([gatherSets(reading, facts), gatherSecrets(reading, facts)])
      return { ...facts, steps: new Map(), ...sets, secrets, answers: new Map() }
    },
    read: async query => {
      if (query.on === 'Management') return management.read(query, { ...call, fresh: true })
      if (sight?.kind === 'read') return sight.view.read(query, { ...call, fresh: true })
      return { kind: 'unread', reason: sight?.problem.message ?? 'Not read' }
    },
    close: () => views.close(),
  }
}

function worldOf({ management, workloads, clock, random }: Link): World {
  const log = { info: () => undefined, warn: () => undefined }
  return { management, workloads, clock, random, log, metrics: noMetrics }
}

function viewOf(sight: ViewResult): ViewFact {
  if (sight.kind === 'unread') return { kind: 'unread', ...sight.problem, since: sight.since }
  return { kind: 'read', identity: sight.identity, kubernetesVersion: sight.version }
}

function fitoutIn(object: KubeObject): Fact<Fitout> {
  const reading = readFitout(object)
  return reading.kind === 'misshapen' ? unread : { kind: 'read', value: reading.fitout }
}

function statusIn(object: KubeObject): Fact<ClusterFitoutStatus> {
  const reading = readClusterFitout(object)
  const status = reading.kind === 'valid' ? reading.clusterFitout.status : undefined
  return status ? { kind: 'read', value: status } : unread
}
