import type { ClusterVersions } from '../../domain/compat/cluster-versions.ts'
import type { ClusterAnswer, CompatReason } from '../../domain/compat/judge-cluster.ts'
import type { CompatCause, CompatReport } from '../../domain/compat/judge-fleet.ts'
import type { VerdictWord } from '../../domain/compat/verdict.ts'
import { counted } from '../../domain/text/counted.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import { markdownTable, plainTable, type Table } from '../fleet/table.ts'
import { cutSign, signOf, type Theme } from '../terminal/theme.ts'

/** How a report is written. */
interface CompatStyle {
  readonly theme: Theme
  readonly isMarkdown: boolean
}

/** A screenful: documents for programs have all. */
const MOST_CLUSTERS = 20
const MOST_CAUSES = 20
const MOST_ROWS = 40

/** The answer as a person reads it: how many, which, why, the matrix. */
export function compatTables(report: CompatReport, { theme, isMarkdown }: CompatStyle): string {
  const head = headOf(report)
  if (report.answers.length === 0) return `${head}\n`
  const write = isMarkdown ? markdownTable : plainTable
  const parts = [clusterTable(report), causeTable(report), matrixTable(report, theme)]
  const tables = parts.flatMap(({ table, left, what }) =>
    table.length === 1
      ? []
      : [
          write(table) +
            (left === 0 ? '' : `${isMarkdown ? '\n' : ''}${cutSign(theme)} ${left} more ${what}\n`),
        ],
  )
  return [`${isMarkdown ? `**${head}**` : head}\n`, ...tables].join('\n')
}

function headOf({ target, counts, answers }: CompatReport): string {
  if (answers.length === 0) return 'No clusters'
  const goal = target === undefined ? 'The next Kubernetes' : `Kubernetes ${target}`
  const parts = [
    `${counts.fits} can be upgraded`,
    ...(counts.held === 0 ? [] : [`${counts.held} held`]),
    ...(counts.unknown === 0 ? [] : [`${counts.unknown} unknown`]),
    ...(counts.there === 0 ? [] : [`${counts.there} up to date`]),
  ]
  return `${goal}: ${counted(answers.length, 'cluster')}, ${parts.join(', ')}`
}

interface Part {
  readonly table: Table
  readonly left: number
  readonly what: string
}

const answerOrder = ['held', 'unknown', 'fits', 'there'] as const

const answerWords: Readonly<Record<ClusterAnswer['answer'], string>> = {
  held: 'held',
  unknown: 'unknown',
  fits: 'can be upgraded',
  there: 'up to date',
}

function clusterTable({ answers }: CompatReport): Part {
  const sorted = answers.toSorted(
    (a, b) =>
      Number(b.now.length > 0) - Number(a.now.length > 0) ||
      answerOrder.indexOf(a.answer) - answerOrder.indexOf(b.answer),
  )
  const rows = sorted.slice(0, MOST_CLUSTERS).map(answer => {
    const { cluster, target = '-' } = answer
    return [
      cluster.namespace === '' ? '-' : cluster.namespace,
      cluster.name,
      cluster.kubernetes ?? '-',
      target,
      answerWords[answer.answer],
      becauseOf(answer),
    ]
  })
  const head = ['NAMESPACE', 'NAME', 'KUBERNETES', 'TARGET', 'RESULT', 'REASON']
  return { table: [head, ...rows], left: sorted.length - rows.length, what: 'clusters' }
}

function becauseOf({ now, holds, unknown }: ClusterAnswer): string {
  const [first, ...more] = [...now, ...holds, ...unknown].map(({ sentence }) => sentence)
  if (first === undefined) return ''
  return more.length === 0 ? first : `${first}, and ${more.length} more`
}

const kindWords: Readonly<Record<CompatCause['kind'], string>> = {
  now: 'unsupported now',
  held: 'held',
  unknown: 'unknown',
}

function causeTable({ causes }: CompatReport): Part {
  const rows = causes
    .slice(0, MOST_CAUSES)
    .map(cause => [
      String(cause.clusters.length),
      kindWords[cause.kind],
      cause.sentence,
      raiseWords(cause),
      listFirst(cause.places),
    ])
  const head = ['CLUSTERS', 'RESULT', 'REASON', 'UPGRADE', 'FOUND IN']
  return { table: [head, ...rows], left: causes.length - rows.length, what: 'reasons' }
}

/** What makes it fit, in words. */
function raiseWords({ raise, needs }: CompatReason): string {
  if (raise) return `${raise.title} to ${raise.to}${raise.isBefore ? ' first' : ', together with Kubernetes'}`
  if (needs?.range.startsWith('<=') === true) return 'no known release supports it'
  return needs?.name === 'Kubernetes' ? 'Kubernetes first' : '-'
}

const verdictGlyphs: Readonly<Record<VerdictWord, { readonly glyph: string; readonly ascii: string }>> = {
  fits: { glyph: '✓', ascii: 'yes' },
  unsupported: { glyph: '✗', ascii: 'no' },
  unknown: { glyph: '?', ascii: '?' },
}

function matrixTable({ rows, minors }: CompatReport, theme: Theme): Part {
  const shown = rows
    .slice(0, MOST_ROWS)
    .map(({ component, version, clusters, cells }) => [
      component,
      component === 'eks' ? '-' : version || '-',
      String(clusters),
      ...cells.map(({ verdict }) => signOf(verdictGlyphs[verdict], theme)),
    ])
  const head = ['COMPONENT', 'VERSION', 'CLUSTERS', ...minors]
  return { table: [head, ...shown], left: rows.length - shown.length, what: 'components' }
}

/** A cluster as people call it. */
export function clusterId({ namespace, name }: Pick<ClusterVersions, 'namespace' | 'name'>): string {
  return namespace === '' ? name : `${namespace}/${name}`
}
