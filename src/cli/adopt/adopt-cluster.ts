import { adoptionEdits } from '../../domain/adopt/adoption-edits.ts'
import type { ClusterAdoption } from '../../domain/adopt/adoption.ts'
import { judgeAdoption } from '../../domain/adopt/judge-adoption.ts'
import type { RunningCluster } from '../../domain/adopt/running-cluster.ts'
import { type WrittenEdits, writeEdits } from '../../domain/adopt/write-edits.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Link } from '../../fleet/link/link.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import type { AdoptFiles, FleetPlans } from './adopt-files.ts'
import { AdoptReader } from './adopt-reader.ts'
import type { AdoptedCluster, UnreadCluster } from './adopted-cluster.ts'
import { idOfCluster } from './clusters-to-adopt.ts'
import { readErrorWords } from './read-error-words.ts'
import { readRunningCluster } from './read-running-cluster.ts'
import { type ChartTools, type KnownRenderings, renderCharts } from './render-charts.ts'
import { ClusterNotRead, type WorkloadFlags, workloadWay } from './workload-access.ts'

/** What clusters are adopted with. */
export interface AdoptSetting {
  readonly link: Link
  readonly world: CommandSetting['world']
  readonly flags: WorkloadFlags
  readonly files: AdoptFiles
  readonly tools: ChartTools
  readonly known: KnownRenderings
}

/** Reads one cluster, and says what its adoption means: as the repository stands, and with the changes that it needs. */
export async function adoptCluster(
  cluster: KubeObject,
  setting: AdoptSetting,
): Promise<AdoptedCluster | UnreadCluster> {
  const id = idOfCluster(cluster)
  try {
    const way = await workloadWay(id, setting)
    try {
      const workload = new AdoptReader(way.api)
      return await adoptWith(cluster, workload, setting)
    } finally {
      way.close()
    }
  } catch (error) {
    if (error instanceof ClusterNotRead) return { cluster: id, because: error.message, fix: error.fix }
    if (!(error instanceof ApiError)) throw error
    const fix = `check the way to its API server: fitout why ${id}`
    return { cluster: id, because: readErrorWords(error), fix }
  }
}

async function adoptWith(
  cluster: KubeObject,
  workload: AdoptReader,
  setting: AdoptSetting,
): Promise<AdoptedCluster> {
  const id = idOfCluster(cluster)
  const { files } = setting
  const plans = files.plan()
  const selected = withLabels(id, files, plans)
  const management = new AdoptReader(setting.link.management)
  const plan = selected.plans.of(id)
  const running = await readRunningCluster(plan, cluster, { management, workload })
  const now = await judged(id, running, { plans, setting })
  const { edits, notKept } = adoptionEdits(plan, running)
  const made = writeEdits(edits, { texts: selected.files.files.texts, side: selected.plans.side, plan })
  const texts = new Map([...selected.texts, ...made.texts])
  const notWritten = [...notKept, ...selected.notWritten, ...made.notWritten]
  if (texts.size === 0) return { now, after: undefined, texts, notWritten }
  const after = await judged(id, running, { plans: files.with(texts).plan(), setting })
  return { now, after, texts, notWritten }
}

interface Selected extends WrittenEdits {
  readonly files: AdoptFiles
  readonly plans: FleetPlans
}

/** The repository with the labels by which a Fitout selects the cluster: without, nothing is planned for it. */
function withLabels(id: string, files: AdoptFiles, plans: FleetPlans): Selected {
  const { cluster: object, wantedLabels: labels } = plans.of(id)
  const none: WrittenEdits = { texts: new Map(), notWritten: [] }
  if (!object || Object.keys(labels).length === 0) return { ...none, files, plans }
  const edited = writeEdits([{ kind: 'labels', object, labels }], {
    texts: files.files.texts,
    side: plans.side,
    plan: plans.of(id),
  })
  const now = files.with(edited.texts)
  return { ...edited, files: now, plans: now.plan() }
}

async function judged(
  id: string,
  facts: RunningCluster,
  { plans, setting }: { readonly plans: FleetPlans; readonly setting: AdoptSetting },
): Promise<ClusterAdoption> {
  const plan = plans.of(id)
  const renderings = await renderCharts({ plan, facts }, setting.tools, setting.known)
  return judgeAdoption({ plan, facts, renderings })
}
