import { releaseLineOf, readKubernetes } from '../../domain/compat/read-release.ts'
import { type FleetCluster, type FleetSnapshot, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { stepGlyph, stepTone } from '../../domain/fleet/step-tone.ts'
import { needsAction } from '../../domain/fleet/sum-fleet.ts'
import { stepOf, timeWords } from '../../domain/fleet/time-in-state.ts'
import { toneOf } from '../../domain/words/state-words.ts'
import { cell, type Line, span } from '../terminal/line.ts'
import { signOf } from '../terminal/theme.ts'
import type { TextPage } from './page.ts'

interface Column {
  readonly head: string
  readonly width: number
  readonly of: (cluster: FleetCluster) => Line
}

const MARK = 2
const GAP = 2
const MAX_NAME = 23
/** As wide as `▸ 12m04s / 20m`. */
const STEP = 14
const STATE = 11
const REASON = 18

/** Clusters to show. */
export interface FleetTable extends FleetSnapshot {
  /** The cluster that must be seen, by namespace and name. */
  readonly front: string | undefined
  /** The cluster that is marked. */
  readonly marked: string | undefined
}

/** The clusters in so many lines, with a head: a row for each, as many as there is room for, the one in front among them. */
export function tableLines(table: FleetTable, page: TextPage, height: number): readonly Line[] {
  const { clusters } = table
  const room = Math.max(0, height - 1)
  const front = Math.max(
    0,
    clusters.findIndex(cluster => idOf(cluster) === table.front),
  )
  const first = Math.max(0, Math.min(front - Math.floor(room / 2), clusters.length - room))
  const shown = clusters.slice(first, first + room)
  const range =
    shown.length < clusters.length ? ` ${first + 1}-${first + shown.length} of ${clusters.length}` : ''
  const columns = columnsFor(table, page, `${clusters[0]?.fitout ?? ''}${range}`)
  const rows = shown.map(cluster =>
    rowLine(columns, page, { cluster, isFront: idOf(cluster) === table.marked }),
  )
  return [headLine(columns, page), ...rows].slice(0, height)
}

function headLine(columns: readonly Column[], { sign }: TextPage): Line {
  return [
    span(' '.repeat(MARK)),
    ...columns.flatMap(({ head, width }) => [
      ...cell([span(head, 'faint')], width, sign),
      span(' '.repeat(GAP)),
    ]),
  ]
}

interface Row {
  readonly cluster: FleetCluster
  readonly isFront: boolean
}

function rowLine(columns: readonly Column[], { sign, theme }: TextPage, { cluster, isFront }: Row): Line {
  const mark = isFront ? signOf({ glyph: '›', ascii: '>' }, theme) : ''
  const cells = columns.flatMap(({ of, width }, index) => {
    const line = index === 0 && isFront ? of(cluster).map(({ text }) => span(text, 'strong')) : of(cluster)
    return [...cell(line, width, sign), span(' '.repeat(GAP))]
  })
  return [...cell([span(mark, 'strong')], MARK, sign), ...cells]
}

// From the widest to the narrowest; the first that fits is taken. Name, steps and state are always there.
function columnsFor(fleet: FleetSnapshot, page: TextPage, head: string): readonly Column[] {
  const { clusters } = fleet
  const names = clusters.map(cluster => idOf(cluster).length)
  const name = (width: number): Column => ({ head, width, of: cluster => [span(idOf(cluster))] })
  const full = name(Math.min(MAX_NAME, Math.max(head.length, ...names)))
  const { steps } = clusters[0] ?? { steps: [] }
  const wide = steps.map((step, index) => stepColumn(step.name, index, { fleet, page }))
  const at = atColumn(fleet)
  const strip = stripColumn(steps.length, page)
  const layouts: readonly (readonly Column[])[] = [
    [full, version, ...wide, state, reason],
    [full, version, ...wide, state],
    [full, version, strip, at, state, reason],
    [full, version, strip, at, state],
    [full, version, strip, state],
  ]
  const room = page.columns - MARK
  const narrow = [name(Math.max(4, room - strip.width - STATE - 2 * GAP)), strip, state]
  return layouts.find(layout => widthOf(layout) <= room) ?? narrow
}

function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width + GAP, -GAP)
}

const version: Column = {
  head: 'k8s',
  width: 4,
  of: ({ kubernetesVersion = '' }) => {
    const release = readKubernetes(kubernetesVersion)
    return [span(release ? releaseLineOf(release) : kubernetesVersion, 'faint')]
  },
}

const state: Column = {
  head: 'state',
  width: STATE,
  of: cluster => [span(cluster.state, toneOf(cluster.state))],
}

const reason: Column = {
  head: 'cause',
  width: REASON,
  of: cluster => [span(needsAction(cluster) ? (cluster.cause?.reason ?? '') : '')],
}

interface At {
  readonly fleet: FleetSnapshot
  readonly page: TextPage
}

function stepColumn(head: string, index: number, { fleet, page }: At): Column {
  const of = (cluster: FleetCluster): Line => {
    const step = cluster.steps[index]
    if (step === undefined) return []
    const time = step === stepOf(cluster) ? ` ${timeWords(cluster, fleet)}` : ''
    return [span(`${signOf(stepGlyph(step, cluster), page.theme)}${time}`.trimEnd(), stepTone(step, cluster))]
  }
  return { head, width: STEP, of }
}

function stripColumn(count: number, { theme }: TextPage): Column {
  const of = (cluster: FleetCluster): Line =>
    cluster.steps.flatMap(step => [
      span(signOf(stepGlyph(step, cluster), theme), stepTone(step, cluster)),
      span(' '),
    ])
  return { head: 'steps', width: Math.max(5, 2 * count - 1), of: cluster => of(cluster).slice(0, -1) }
}

function atColumn(fleet: FleetSnapshot): Column {
  const of = (cluster: FleetCluster): Line => {
    const step = stepOf(cluster)
    return step ? [span(`${step.name} ${timeWords(cluster, fleet)}`)] : []
  }
  return { head: 'at', width: 23, of }
}
