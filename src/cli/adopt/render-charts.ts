import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningCluster } from '../../domain/adopt/running-cluster.ts'
import type { ClusterPlan } from '../../domain/adopt/cluster-plan.ts'
import { type ChartRendering, manifestObjects } from '../../domain/adopt/compare-manifests.ts'
import { plannedValues } from '../../domain/adopt/compare-values.ts'
import { matchReleases } from '../../domain/adopt/judge-adoption.ts'
import { titleOfObject } from '../../domain/adopt/object-titles.ts'
import type { PlannedRelease } from '../../domain/adopt/planned-release.ts'
import type { ReleaseRecord } from '../../domain/adopt/release-record.ts'
import { textIn } from '../../domain/object/fields.ts'
import { writeYaml } from '../../domain/yaml/write/write-yaml.ts'
import { findChart } from '../migrate/find-chart.ts'
import type { HelmAnswer, RunHelm } from '../migrate/run-helm.ts'

/** What charts are rendered with. */
export interface ChartTools {
  readonly helm: RunHelm
  /** A folder with charts that were pulled before; undefined to pull them. */
  readonly charts: string | undefined
}

/** What was rendered before: a fleet has the same chart with the same values on many clusters. */
export type KnownRenderings = Map<string, Promise<ChartRendering>>

/** Renders the charts of a plan whose releases are on the cluster already, as Flux would upgrade them. */
export async function renderCharts(
  { plan, facts }: { readonly plan: ClusterPlan; readonly facts: RunningCluster },
  tools: ChartTools,
  known: KnownRenderings,
): Promise<ReadonlyMap<string, ChartRendering>> {
  const matches = matchReleases(plan, facts)
  const renderings = new Map<string, ChartRendering>()
  for (const planned of plan.steps.flatMap(({ releases }) => releases)) {
    const title = titleOfObject(planned.object)
    const match = matches.get(title)
    if (!match || match.kind === 'none' || 'unread' in match.release.record) continue
    const { record } = match.release
    renderings.set(title, await renderChart(planned, { record, facts, tools, known }))
  }
  return renderings
}

interface Around {
  readonly record: ReleaseRecord
  readonly facts: RunningCluster
  readonly tools: ChartTools
  readonly known: KnownRenderings
}

async function renderChart(planned: PlannedRelease, around: Around): Promise<ChartRendering> {
  const { chart } = planned
  const { facts, record, tools, known } = around
  const { values, notCompared } = plannedValues(planned, facts.values)
  if (notCompared.length > 0)
    return { kind: 'not-rendered', because: `values are not known: ${notCompared[0]}` }
  if (chart.from === 'other')
    return { kind: 'not-rendered', because: 'its chart is a folder in Git, and only Flux packs it' }
  if (chart.url === undefined && tools.charts === undefined)
    return { kind: 'not-rendered', because: 'where its chart is, is not in this repository' }
  const { kubernetes } = facts
  const apis = apisIn(record)
  const args = [
    '--namespace',
    record.namespace,
    '--no-hooks',
    '--is-upgrade',
    ...(kubernetes === undefined ? [] : ['--kube-version', kubernetes]),
    ...apis.flatMap(api => ['--api-versions', api]),
  ]
  const text = writeYaml(values)
  const key = JSON.stringify([chart.url, chart.name, chart.version, record.name, args, text])
  const rendering = known.get(key) ?? rendered(planned, { name: record.name, args, text }, tools)
  known.set(key, rendering)
  return rendering
}

/** The versions of APIs that a release has used: charts ask for some of them before they use them. */
function apisIn({ manifest, namespace }: ReleaseRecord): readonly string[] {
  const objects = manifestObjects(manifest, namespace) ?? []
  const versions = objects.map(({ content }) => textIn(content, 'apiVersion'))
  const kinds = objects.map(({ content, kind }) => `${textIn(content, 'apiVersion')}/${kind}`)
  return [...new Set([...versions, ...kinds])].toSorted()
}

interface Call {
  readonly name: string
  readonly args: readonly string[]
  readonly text: string
}

async function rendered(
  { chart }: PlannedRelease,
  { name, args, text }: Call,
  { helm, charts }: ChartTools,
): Promise<ChartRendering> {
  const folder = await mkdtemp(join(tmpdir(), 'fitout-adopt-'))
  try {
    const wanted = {
      url: chart.url ?? '',
      name: chart.from === 'OCIRepository' && chart.url !== undefined ? undefined : chart.name,
      version: chart.version,
    }
    const found = await findChart(folder, wanted, { helm, charts })
    if ('reason' in found) return { kind: 'not-rendered', because: found.reason }
    const file = join(folder, 'values.yaml')
    await writeFile(file, text, { mode: 0o600 })
    const render = async () => answerOf(await helm(['template', name, found.path, '--values', file, ...args]))
    const [first, again] = [await render(), await render()]
    if ('because' in first) return { kind: 'not-rendered', because: first.because }
    if ('because' in again) return { kind: 'not-rendered', because: again.because }
    return { kind: 'rendered', manifest: first.out, again: again.out }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function answerOf(answer: HelmAnswer): { readonly out: string } | { readonly because: string } {
  if (answer.kind === 'missing') return { because: 'no helm' }
  // What helm says may quote values.
  if (answer.kind === 'failed') return { because: 'helm cannot render the chart with these values' }
  return { out: answer.out }
}
