import { resources } from '../../controller/world/resources.ts'
import { names } from '../../domain/api/api-names.ts'
import { readClusterFitout, readFitout } from '../../domain/validation/read-fitout.ts'
import type { ClusterFitoutStatus } from '../../domain/api/schema/cluster-fitout-schema.ts'
import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { type FleetCluster, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { durationFlag } from '../command/duration-flag.ts'
import { stepOf } from '../../domain/fleet/time-in-state.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { callManagement } from '../../fleet/link/call-management.ts'
import type { ConnectionFlags } from '../fleet/fleet-flags.ts'
import type { Link } from '../../fleet/link/link.ts'
import { demandStep } from '../fleet/named-clusters.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import { Refusal } from '../command/refusal.ts'
import { annotate } from './annotate.ts'
import { reconcileFlux } from './reconcile-flux.ts'
import { onLiveCluster } from './on-live-cluster.ts'

/** What was typed. */
export interface RefreshCall {
  readonly cluster: string
  readonly step: string | undefined
  readonly flags: ConnectionFlags & { readonly timeout: string }
}

const POLL_MS = 500

/** Has everything about a cluster read again now, asks Flux to look, and says what came of it. */
export async function runRefresh(
  { cluster: word, step, flags }: RefreshCall,
  setting: CommandSetting,
): Promise<ExitCode> {
  const timeoutMs = durationFlag('timeout', flags.timeout, '1m')
  return onLiveCluster({ word, verb: 'refresh', flags }, setting, async (link, cluster) => {
    if (step !== undefined) demandStep(cluster, step, 'refresh')
    const value = new Date(link.clock.now()).toISOString()
    const startedMs = link.clock.elapsed()
    await annotateOwn(link, cluster, { value, setting })
    await annotateFlux(link, { cluster, step }, { value, setting })
    const status = await whenRead(link, cluster, { value, timeoutMs })
    const after = durationWords(link.clock.elapsed() - startedMs)
    setting.io.write(`read again after ${after}: ${whatCame(status, step)}\n`)
    return 0
  })
}

interface Writing {
  readonly value: string
  readonly setting: CommandSetting
}

async function annotateOwn(
  link: Link,
  { namespace, name }: FleetCluster,
  { value, setting }: Writing,
): Promise<void> {
  const what = `annotate ClusterFitout ${namespace}/${name}`
  await callManagement(link, { what, right: 'patch clusterfitouts', namespace }, async () => {
    const object = await link.management.get({ resource: resources.clusterFitout, namespace, name })
    await annotate(link.management, resources.clusterFitout, { object, key: names.refreshAnnotation, value })
  })
  setting.io.write(`annotated ClusterFitout ${namespace}/${name}\n`)
}

interface Target {
  readonly cluster: FleetCluster
  readonly step: string | undefined
}

async function annotateFlux(link: Link, target: Target, { value, setting: { io } }: Writing): Promise<void> {
  const { namespace, name, fitout } = target.cluster
  const asked = { what: `get Cluster ${namespace}/${name}`, right: 'get clusters', namespace }
  const [cluster, plan] = await callManagement(link, asked, () =>
    Promise.all([
      link.management.get({ resource: resources.cluster, namespace, name }),
      link.management.get({ resource: resources.fitout, namespace, name: fitout }),
    ]),
  )
  const steps = stepsToAsk(plan, target)
  const answer = await reconcileFlux(link, { cluster, steps }, value)
  if (answer.problem !== undefined)
    io.say(`note: Flux on ${namespace}/${name} was not notified: ${answer.problem}`)
  for (const { on, object, problem } of answer.asked) {
    const at = object.metadata.namespace === undefined ? '' : `${object.metadata.namespace}/`
    const where = on === 'Workload' ? ` on ${namespace}/${name}` : ''
    const what = `${object.kind} ${at}${object.metadata.name}${where}`
    if (problem === undefined) io.write(`annotated ${what}\n`)
    else io.say(`note: ${what} was not notified: ${problem}`)
  }
}

// What has not begun has nothing that Flux could look at.
function stepsToAsk(plan: KubeObject, { cluster, step }: Target): readonly FitoutStep[] {
  const reading = readFitout(plan)
  const begun = cluster.steps
    .filter(({ state }) => state !== 'Waiting' && state !== 'Held')
    .map(({ name }) => name)
  const wanted = step === undefined ? begun : [step]
  return reading.kind === 'misshapen'
    ? []
    : reading.fitout.spec.steps.filter(({ name }) => wanted.includes(name))
}

interface Patience {
  readonly value: string
  readonly timeoutMs: number
}

async function whenRead(
  link: Link,
  cluster: FleetCluster,
  { value, timeoutMs }: Patience,
): Promise<ClusterFitoutStatus> {
  const { namespace, name } = cluster
  const end = link.clock.elapsed() + timeoutMs
  for (;;) {
    const asked = { what: `get ClusterFitout ${namespace}/${name}`, right: 'get clusterfitouts', namespace }
    const object = await callManagement(link, asked, () =>
      link.management.get({ resource: resources.clusterFitout, namespace, name }),
    )
    const reading = readClusterFitout(object)
    const status = reading.kind === 'valid' ? reading.clusterFitout.status : undefined
    if (status?.refreshed === value) return status
    if (link.clock.elapsed() >= end) throw notRead(idOf(cluster), timeoutMs)
    await link.clock.sleep(POLL_MS)
  }
}

function notRead(id: string, timeoutMs: number): Refusal {
  return new Refusal(
    `${id} was not read again after ${durationWords(timeoutMs)}: the controller does not respond`,
    {
      exitCode: 3,
      hint: 'kubectl -n fitout-system get lease fitout-controller',
    },
  )
}

function whatCame(status: ClusterFitoutStatus, wanted: string | undefined): string {
  const { steps = [], state = 'FittingOut', cause, step } = status
  const found =
    wanted === undefined
      ? stepOf({ steps, ...(cause ? { cause } : {}), ...(step === undefined ? {} : { step }) })
      : steps.find(({ name }) => name === wanted)
  return found ? `${found.name} ${found.state}` : state
}
