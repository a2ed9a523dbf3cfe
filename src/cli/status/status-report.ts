import type { FleetCluster } from '../../domain/fleet/fleet-snapshot.ts'
import { stepOf, timeWords } from '../../domain/fleet/time-in-state.ts'
import { isUpToSomebody, summaryWords } from '../../domain/fleet/sum-fleet.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import { counted } from '../../domain/text/counted.ts'
import { ageWords } from '../../domain/words/duration-words.ts'
import { stepGlyph } from '../../domain/fleet/step-tone.ts'
import { markdownTable, plainTable, type Table } from '../fleet/table.ts'
import { signOf, type Theme } from '../terminal/theme.ts'
import { isForAll, listedClusters, type StatusView } from './status-view.ts'

/** How a report is written. */
export interface ReportStyle {
  readonly theme: Theme
  readonly form: 'table' | 'wide' | 'md'
  /** The most clusters that are listed. */
  readonly limit: number
}

// More causes than that have something in common that only a query shows.
const MOST_CAUSES = 10

/** The answer as a person reads it: how many, why, which. */
export function statusReport(view: StatusView, style: ReportStyle): string {
  const nothing = emptyReport(view)
  if (nothing !== undefined) return `${nothing}\n`
  const isMarkdown = style.form === 'md'
  const write = isMarkdown ? markdownTable : plainTable
  const head = summaryWords(view.clusters)
  return [
    `${isMarkdown ? `**${head}**` : head}\n${unselectedLine(view)}`,
    ...causeTables(view, style).map(({ table, rest }) => write(table) + lineOf(rest, isMarkdown)),
    ...clusterTables(view, style).map(({ table, rest }) => write(table) + lineOf(rest, isMarkdown)),
  ].join('\n')
}

function lineOf(rest: string, isMarkdown: boolean): string {
  return rest === '' ? '' : `${isMarkdown ? '\n' : ''}${rest}\n`
}

function emptyReport({ fleet, clusters, question }: StatusView): string | undefined {
  if (clusters.length > 0) return undefined
  if (fleet.clusters.length > 0)
    return `No cluster matches ${question.query?.text ?? question.names.join(' ')}`
  return fleet.unselected > 0
    ? `${counted(fleet.unselected, 'cluster')}, none selected by a Fitout`
    : 'No Cluster API clusters yet'
}

function unselectedLine({ fleet, question }: StatusView): string {
  if (fleet.unselected === 0 || !isForAll(question)) return ''
  return fleet.unselected === 1
    ? '1 more cluster has no Fitout\n'
    : `${fleet.unselected} more clusters have no Fitout\n`
}

interface Part {
  readonly table: Table
  /** What the table leaves out. */
  readonly rest: string
}

function causeTables({ causes, fleet }: StatusView, { theme }: ReportStyle): readonly Part[] {
  if (causes.length === 0) return []
  const now = readInstant(fleet.asOf) ?? 0
  const rows = causes.slice(0, MOST_CAUSES).map(({ clusters, reason, oldest, actor, sentence }) => {
    const since = readInstant(oldest)
    return [
      String(clusters.length),
      reason,
      since === undefined ? '-' : ageWords(now - since),
      actor,
      sentence,
    ]
  })
  const left = causes.length - rows.length
  const table = [['CLUSTERS', 'CAUSE', 'OLDEST', 'OWNER', 'MESSAGE'], ...rows]
  return [{ table, rest: left === 0 ? '' : `${more(left, theme)} ${left === 1 ? 'cause' : 'causes'}` }]
}

function clusterTables(view: StatusView, style: ReportStyle): readonly Part[] {
  const listed = listedClusters(view)
  const shown = style.form === 'wide' ? listed : listed.slice(0, style.limit)
  const rest = restLine(view, listed.length - shown.length, style)
  if (shown.length === 0) return []
  const wide = style.form === 'wide' ? ['KUBERNETES', 'FITOUT', 'MESSAGE'] : []
  const head = ['NAMESPACE', 'NAME', 'STATE', 'STEP', 'IN STATE', 'STEPS', 'CAUSE', ...wide]
  return [{ table: [head, ...shown.map(cluster => rowOf(cluster, view, style))], rest }]
}

function restLine(view: StatusView, left: number, { theme }: ReportStyle): string {
  const hidden = view.clusters.length - listedClusters(view).length
  const said = [
    ...(left === 0 ? [] : [more(left, theme)]),
    ...(hidden === 0 ? [] : ['Ready clusters are not listed']),
  ]
  return said.join('; ')
}

function rowOf(
  cluster: FleetCluster,
  { fleet }: StatusView,
  { theme, form }: ReportStyle,
): readonly string[] {
  const { namespace, name, state, cause, kubernetesVersion = '-', fitout } = cluster
  const isSaid = isUpToSomebody(cluster)
  return [
    namespace,
    name,
    state,
    stepOf(cluster)?.name ?? '-',
    timeWords(cluster, fleet),
    stepSigns(cluster, theme),
    isSaid ? (cause?.reason ?? '-') : '-',
    ...(form === 'wide' ? [kubernetesVersion, fitout, isSaid ? (cause?.message ?? '') : ''] : []),
  ]
}

// Each sign has room for the mark of a step that cannot be read now.
function stepSigns(cluster: FleetCluster, theme: Theme): string {
  return cluster.steps
    .map(step => `${signOf(stepGlyph(step, cluster), theme)}${step.unreadSince === undefined ? ' ' : '?'}`)
    .join('')
}

function more(count: number, theme: Theme): string {
  return `${signOf({ glyph: '…', ascii: '...' }, theme)} ${count} more`
}
