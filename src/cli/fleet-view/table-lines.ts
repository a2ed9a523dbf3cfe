import { stepGlyphs, toneOf } from '../../domain/words/state-words.ts'
import { cell, type Line, span, type Style } from '../terminal/line.ts'
import { signOf } from '../terminal/theme.ts'
import { type ClusterView, type FleetSnapshot, needsSomebody, type StepView } from './fleet-snapshot.ts'
import type { Page } from './page.ts'
import { stepTime } from './sentences.ts'

interface Column {
  readonly head: string
  readonly width: number
  readonly of: (cluster: ClusterView) => Line
}

const MARK = 2
const GAP = 2
const MAX_NAME = 23
/** As wide as `▸ 12m04s / 20m`. */
const STEP = 14
const STATE = 11
const REASON = 18

/** Clusters to show. */
export interface Table extends FleetSnapshot {
  /** The cluster that must be seen, by namespace and name. */
  readonly front: string | undefined
  /** The cluster that is marked. */
  readonly marked: string | undefined
}

/** The clusters in so many lines, with a head: a row for each, as many as there is room for, the one in front among them. */
export function tableLines(table: Table, page: Page, height: number): readonly Line[] {
  const { clusters } = table
  const room = Math.max(0, height - 1)
  const front = Math.max(
    0,
    clusters.findIndex(({ id }) => id === table.front),
  )
  const first = Math.max(0, Math.min(front - Math.floor(room / 2), clusters.length - room))
  const shown = clusters.slice(first, first + room)
  const range =
    shown.length < clusters.length ? ` ${first + 1}-${first + shown.length} of ${clusters.length}` : ''
  const columns = columnsFor(table, page, `eks${range}`)
  const rows = shown.map(cluster => rowLine(columns, page, { cluster, isFront: cluster.id === table.marked }))
  return [headLine(columns, page), ...rows].slice(0, height)
}

function headLine(columns: readonly Column[], { sign }: Page): Line {
  return [
    span(' '.repeat(MARK)),
    ...columns.flatMap(({ head, width }) => [
      ...cell([span(head, 'faint')], width, sign),
      span(' '.repeat(GAP)),
    ]),
  ]
}

interface Row {
  readonly cluster: ClusterView
  readonly isFront: boolean
}

function rowLine(columns: readonly Column[], { sign, theme }: Page, { cluster, isFront }: Row): Line {
  const mark = isFront ? signOf({ glyph: '›', ascii: '>' }, theme) : ''
  const cells = columns.flatMap(({ of, width }, index) => {
    const line = index === 0 && isFront ? of(cluster).map(({ text }) => span(text, 'strong')) : of(cluster)
    return [...cell(line, width, sign), span(' '.repeat(GAP))]
  })
  return [...cell([span(mark, 'strong')], MARK, sign), ...cells]
}

// From the widest to the narrowest; the first that fits is taken. Name, steps and state are always there.
function columnsFor({ clusters, now }: FleetSnapshot, page: Page, head: string): readonly Column[] {
  const names = clusters.map(({ id }) => id.length)
  const name = (width: number): Column => ({ head, width, of: ({ id }) => [span(id)] })
  const full = name(Math.min(MAX_NAME, Math.max(head.length, ...names)))
  const { steps } = clusters[0] ?? { steps: [] }
  const wide = steps.map((step, index) => stepColumn(step.name, index, { now, page }))
  const strip = stripColumn(steps.length, page)
  const layouts: readonly (readonly Column[])[] = [
    [full, version, ...wide, state, reason],
    [full, version, ...wide, state],
    [full, version, strip, atColumn(now), state, reason],
    [full, version, strip, atColumn(now), state],
    [full, version, strip, state],
  ]
  const room = page.columns - MARK
  const narrow = [name(Math.max(4, room - strip.width - STATE - 2 * GAP)), strip, state]
  return layouts.find(layout => widthOf(layout) <= room) ?? narrow
}

function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width + GAP, -GAP)
}

const version: Column = { head: 'k8s', width: 4, of: ({ kubernetes }) => [span(kubernetes, 'faint')] }

const state: Column = {
  head: 'state',
  width: STATE,
  of: cluster => [span(cluster.state, toneOf(cluster.state))],
}

const reason: Column = {
  head: 'cause',
  width: REASON,
  of: cluster => [span(needsSomebody(cluster) ? (cluster.cause?.reason ?? '') : '')],
}

interface At {
  readonly now: number
  readonly page: Page
}

function stepColumn(head: string, index: number, { now, page }: At): Column {
  const of = (cluster: ClusterView): Line => {
    const step = cluster.steps[index]
    if (step === undefined) return []
    const time = index === cluster.at ? ` ${stepTime(step, now)}` : ''
    return [span(`${signOf(stepGlyphs[step.state], page.theme)}${time}`.trimEnd(), styleOf(cluster, step))]
  }
  return { head, width: STEP, of }
}

function stripColumn(count: number, { theme }: Page): Column {
  const of = (cluster: ClusterView): Line =>
    cluster.steps.flatMap(step => [
      span(signOf(stepGlyphs[step.state], theme), styleOf(cluster, step)),
      span(' '),
    ])
  return { head: 'steps', width: Math.max(5, 2 * count - 1), of: cluster => of(cluster).slice(0, -1) }
}

function atColumn(now: number): Column {
  const of = ({ steps, at }: ClusterView): Line => {
    const step = at === undefined ? undefined : steps[at]
    return step ? [span(`${step.name} ${stepTime(step, now)}`.trimEnd())] : []
  }
  return { head: 'at', width: 23, of }
}

function styleOf({ cause }: ClusterView, { name, state: word }: StepView): Style {
  return toneOf(word, cause?.step === name && cause.actor !== 'nobody')
}
