import { resolve } from 'node:path'
import type { RunningCluster } from '../../domain/adopt/running-cluster.ts'
import type { ClusterAdoption } from '../../domain/adopt/adoption.ts'
import { judgeAdoption } from '../../domain/adopt/judge-adoption.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { Refusal } from '../command/refusal.ts'
import type { ConnectionFlags, ScopeFlags } from '../fleet/fleet-flags.ts'
import type { Link } from '../../fleet/link/link.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import { yamlDocument } from '../fleet/yaml-document.ts'
import { jsonDocument } from '../io/json-document.ts'
import { runHelm, type RunHelm } from '../migrate/run-helm.ts'
import { findRepository } from '../repository/find-repository.ts'
import { AdoptFiles, type FleetPlans } from './adopt-files.ts'
import { adoptText } from './adopt-report.ts'
import type { AdoptedCluster, UnreadCluster } from './adopted-cluster.ts'
import { clustersToAdopt, idOfCluster } from './clusters-to-adopt.ts'
import { readRunningCluster } from './read-running-cluster.ts'
import { readErrorWords } from './read-error-words.ts'
import { AdoptReader } from './adopt-reader.ts'
import { type ChartTools, type KnownRenderings, renderCharts } from './render-charts.ts'
import { ClusterNotRead, type WorkloadFlags, workloadWay } from './workload-access.ts'

/** The flags of `fitout adopt`. @internal */
export interface AdoptFlags extends ConnectionFlags, ScopeFlags, WorkloadFlags {
  readonly charts: string | undefined
  readonly check: boolean
  readonly output: 'text' | 'table' | 'md' | 'json' | 'yaml' | undefined
}

/** What was typed. */
export interface AdoptCall {
  readonly names: readonly string[]
  readonly flags: AdoptFlags
}

/** What an adoption runs with beside its input. */
export interface AdoptTools {
  readonly helm?: RunHelm
}

/** Reports what adopting clusters means. A report unless `--check` makes it a judge. */
export async function runAdopt(
  { names, flags }: AdoptCall,
  { io, world }: CommandSetting,
  { helm = runHelm(io.env) }: AdoptTools = {},
): Promise<ExitCode> {
  const found = findRepository(io)
  const files = await AdoptFiles.read(found, io)
  const plans = files.plan()
  const { link } = await world.connect(flags)
  try {
    const clusters = await clustersToAdopt(link, { ...flags, names })
    const charts = flags.charts === undefined ? undefined : resolve(io.cwd(), flags.charts)
    const around: Around = { link, world, flags, plans, tools: { helm, charts }, known: new Map() }
    const adopted: (AdoptedCluster | UnreadCluster)[] = []
    for (const cluster of clusters) adopted.push(await adopt(cluster, around))
    const [only] = adopted
    if (adopted.length === 1 && only && 'because' in only)
      throw new Refusal(`cannot read cluster ${only.cluster}: ${only.because}`, {
        exitCode: 4,
        fix: only.fix,
      })
    io.write(written(adopted, flags))
    return flags.check && adopted.some(isHeld) ? 1 : 0
  } finally {
    link.close()
  }
}

interface Around {
  readonly link: Link
  readonly world: CommandSetting['world']
  readonly flags: AdoptFlags
  readonly plans: FleetPlans
  readonly tools: ChartTools
  readonly known: KnownRenderings
}

async function adopt(cluster: KubeObject, around: Around): Promise<AdoptedCluster | UnreadCluster> {
  const id = idOfCluster(cluster)
  try {
    const way = await workloadWay(id, around)
    try {
      const management = new AdoptReader(around.link.management)
      const workload = new AdoptReader(way.api)
      const facts = await readRunningCluster(around.plans.of(id), cluster, { management, workload })
      return { now: await judged(id, facts, around), after: undefined }
    } finally {
      way.close()
    }
  } catch (error) {
    if (error instanceof ClusterNotRead) return { cluster: id, because: error.message, fix: error.fix }
    if (!(error instanceof ApiError)) throw error
    return {
      cluster: id,
      because: readErrorWords(error),
      fix: 'check the kubeconfig and the network: fitout why says more',
    }
  }
}

async function judged(
  id: string,
  facts: RunningCluster,
  { plans, tools, known }: Around,
): Promise<ClusterAdoption> {
  const plan = plans.of(id)
  const renderings = await renderCharts({ plan, facts }, tools, known)
  return judgeAdoption({ plan, facts, renderings })
}

function isHeld(one: AdoptedCluster | UnreadCluster): boolean {
  return 'because' in one || (one.after ?? one.now).verdict !== 'safe'
}

function written(
  adopted: readonly (AdoptedCluster | UnreadCluster)[],
  { output = 'text' }: AdoptFlags,
): string {
  if (output === 'json' || output === 'yaml') {
    const document = jsonDocument('AdoptionReport', { clusters: adopted.map(clusterJson) })
    return output === 'json' ? document : yamlDocument(document)
  }
  return adopted
    .map(one => ('because' in one ? `${one.cluster}: not read: ${one.because}\n` : adoptText(one)))
    .join('\n')
}

function clusterJson(one: AdoptedCluster | UnreadCluster): object {
  if ('because' in one) return { cluster: one.cluster, notRead: one.because }
  return one.after ? { ...one.now, withWrite: one.after } : one.now
}
