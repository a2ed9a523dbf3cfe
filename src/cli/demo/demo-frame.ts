import { stopwatchWords } from '../../domain/words/duration-words.ts'
import { cutLine, type Line, span } from '../terminal/line.ts'
import type { TerminalSize } from '../terminal/terminal.ts'
import type { Theme } from '../terminal/theme.ts'
import { selectedIn } from './act-on-key.ts'
import type { DemoView } from './demo-view.ts'
import { footLines } from './foot-lines.ts'
import { type TextPage, pageOf } from '../fleet-view/page.ts'
import { causeLines, countsLine } from '../fleet-view/summary-lines.ts'
import { tableLines } from '../fleet-view/table-lines.ts'
import { whyLines } from './why-lines.ts'

/** Below this many rows there is no room for blank lines and a title. */
const ROOMY = 20
/** With so few rows, only the last two lines of the foot stay: what to do, and the keys. */
const LOW = 14
/** So many lines of the foot stay at most, and on a screen that is not roomy. */
const MAX_FOOT = 6
const SMALL_FOOT = 4
/** So many clusters are seen before a cause is. */
const MIN_TABLE = 5

/** The whole screen: never more lines than it has rows, and no line wider than its columns. */
export function demoFrame(view: DemoView, size: TerminalSize, theme: Theme): readonly Line[] {
  const page = pageOf(size, theme)
  const foot = footLines(view, page).slice(page.rows < LOW ? -2 : isRoomy(page) ? -MAX_FOOT : -SMALL_FOOT)
  const bottom = isRoomy(page) ? [[], ...foot] : foot
  const body = view.choice.showsWhy ? whyLines(view, page) : undefined
  const above = page.rows - bottom.length
  const top = (body ?? fleetLines(view, page, above)).slice(0, Math.max(0, above))
  const gap = Array.from({ length: Math.max(0, above - top.length) }, (): Line => [])
  const lines = [...top, ...gap, ...bottom]
  // Of a screen with no room for even that, the end is worth most: it has the keys.
  return lines
    .slice(Math.max(0, lines.length - page.rows))
    .map(line => cutLine(line, page.columns, page.sign))
}

function titleLine({ elapsedMs, speed }: DemoView): Line {
  return [
    span('Fitout demo', 'strong'),
    span(`   simulated clusters, the real controller   ${stopwatchWords(elapsedMs)} at ${speed}x`, 'faint'),
  ]
}

function fleetLines(view: DemoView, page: TextPage, height: number): readonly Line[] {
  const { snapshot, choice } = view
  const head = isRoomy(page)
    ? [titleLine(view), countsLine(snapshot, page), []]
    : [countsLine(snapshot, page)]
  const left = height - head.length
  const table = Math.min(snapshot.clusters.length + 1, MIN_TABLE)
  const causes = fitted(causeLines(snapshot, page), left - table, page)
  const clusters = { ...snapshot, front: selectedIn(view), marked: choice.selected }
  return [...head, ...causes, ...tableLines(clusters, page, left - causes.length)]
}

// A head without a cause below says nothing.
function fitted(causes: readonly Line[], room: number, page: TextPage): readonly Line[] {
  if (causes.length === 0 || room < 2) return []
  const lines = isRoomy(page) ? [...causes.slice(0, room - 1), []] : causes.slice(0, room)
  return lines.length < 2 ? [] : lines
}

function isRoomy({ rows }: TextPage): boolean {
  return rows >= ROOMY
}
