import { cutLine, type Line, lineWidth, span } from '../terminal/line.ts'
import { signOf } from '../terminal/theme.ts'
import { selectedIn } from './act-on-key.ts'
import { type DemoView, isOver } from './demo-view.ts'
import type { ClusterView } from '../fleet-view/fleet-snapshot.ts'
import { loudest } from '../fleet-view/sum-fleet.ts'
import { nextLine } from './next-line.ts'
import type { Page } from '../fleet-view/page.ts'
import { allReady, counted, standing } from '../fleet-view/sentences.ts'

/** What to do now, the most important line last, and the keys below. */
export function footLines(view: DemoView, page: Page): readonly Line[] {
  return [...adviceLines(view), keysLine(view, page)]
}

/** What to try once everything is ready. */
const TRY_NEXT = 'Try next: docs/guides/demo.md, and your own Fitout: fitout simulate --help'

function adviceLines(view: DemoView): readonly Line[] {
  const { snapshot, choice, elapsedMs } = view
  if (isOver(snapshot)) {
    return [[span(allReady(snapshot.clusters.length, elapsedMs), 'ready')], [span(TRY_NEXT)]]
  }
  // The view that says why says all of this itself.
  if (choice.showsWhy) return []
  if (choice.selected === undefined && loudest(snapshot) === undefined) return [calmLine(view)]
  const cluster = snapshot.clusters.find(({ id }) => id === selectedIn(view))
  if (cluster === undefined) return []
  return [...sentenceLines(cluster, snapshot.now), nextLine(view, cluster)]
}

function calmLine({ troubles, choice }: DemoView): Line {
  const left = troubles.length - choice.fixed.length
  const words =
    left > 0 ? `yet; ${counted(left, 'cluster')} soon will` : 'any more; what is left goes on by itself'
  return [span(`Nothing needs anybody ${words}`, 'faint')]
}

function sentenceLines(cluster: ClusterView, now: number): readonly Line[] {
  const sentence = cluster.cause === undefined ? '' : cluster.cause.message
  return [[span(standing(cluster, now), 'strong')], ...(sentence === '' ? [] : [[span(`  ${sentence}`)]])]
}

function keysLine(view: DemoView, page: Page): Line {
  const keys = keysFor(view, page)
  const long = keys.flatMap(([key, does]) => [span(key, 'strong'), span(` ${does}   `, 'faint')])
  if (lineWidth(cutLine(long, Number.POSITIVE_INFINITY, '')) <= page.columns) return long
  return keys.flatMap(([key, , short]) => [
    span(key, 'strong'),
    span(short === '' ? '  ' : ` ${short}  `, 'faint'),
  ])
}

type KeyWords = readonly [key: string, does: string, short: string]

function keysFor({ troubles, choice, snapshot }: DemoView, { theme }: Page): readonly KeyWords[] {
  const open = troubles.flatMap(({ cluster }, index) =>
    choice.fixed.includes(cluster) ? [] : [`${index + 1}`],
  )
  const arrows = signOf({ glyph: '↑↓', ascii: 'j k' }, theme)
  const all: readonly (KeyWords | undefined)[] = [
    open.length > 0 ? [open.join(' '), 'fix', 'fix'] : undefined,
    open.length > 1 ? ['a', 'fix all', 'all'] : undefined,
    [arrows, 'select', ''],
    choice.showsWhy ? ['w', 'fleet', 'fleet'] : ['w', 'why', 'why'],
    ['q', isOver(snapshot) ? 'or Enter to leave' : 'leave', 'leave'],
  ]
  return all.filter(keys => keys !== undefined)
}
