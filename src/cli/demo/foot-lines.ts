import type { FleetCluster, FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { standing } from '../../domain/fleet/standing.ts'
import { mostUrgent } from '../../domain/fleet/sum-fleet.ts'
import { counted } from '../../domain/text/counted.ts'
import { cutLine, type Line, lineWidth, span } from '../terminal/line.ts'
import { signOf } from '../terminal/theme.ts'
import { selectedCluster } from './act-on-key.ts'
import { allReady } from './all-ready.ts'
import { type DemoView, isOver } from './demo-view.ts'
import { nextLines } from './next-lines.ts'
import type { TextPage } from '../fleet-view/page.ts'

/** What to do now, the most important line last, and the keys below. */
export function footLines(view: DemoView, page: TextPage): readonly Line[] {
  return [...adviceLines(view, page), keysLine(view, page)]
}

/** What to try once everything is ready. */
const TRY_NEXT = 'Try next: docs/guides/demo.md, and your own Fitout: fitout simulate --help'

function adviceLines(view: DemoView, { columns }: TextPage): readonly Line[] {
  const { snapshot, choice, elapsedMs } = view
  if (isOver(snapshot)) {
    return [[span(allReady(snapshot.clusters.length, elapsedMs), 'ready')], [span(TRY_NEXT)]]
  }
  // The view that says why says all of this itself.
  if (choice.showsWhy) return []
  if (choice.selected === undefined && mostUrgent(snapshot.clusters) === undefined) return [calmLine(view)]
  const cluster = selectedCluster(view)
  if (cluster === undefined) return []
  return [...sentenceLines(cluster, snapshot), ...nextLines(view, cluster, columns)]
}

function calmLine({ troubles, choice }: DemoView): Line {
  const left = troubles.length - choice.fixed.length
  const words =
    left > 0 ? `yet; ${counted(left, 'cluster')} soon will` : 'any more; the rest completes by itself'
  return [span(`Nothing needs attention ${words}`, 'faint')]
}

function sentenceLines(cluster: FleetCluster, fleet: FleetSnapshot): readonly Line[] {
  const { message = '' } = cluster.cause ?? {}
  return [[span(standing(cluster, fleet), 'strong')], ...(message === '' ? [] : [[span(`  ${message}`)]])]
}

function keysLine(view: DemoView, page: TextPage): Line {
  const keys = keysFor(view, page)
  const long = keys.flatMap(([key, does]) => [span(key, 'strong'), span(` ${does}   `, 'faint')])
  if (lineWidth(cutLine(long, Number.POSITIVE_INFINITY, '')) <= page.columns) return long
  return keys.flatMap(([key, , short]) => [
    span(key, 'strong'),
    span(short === '' ? '  ' : ` ${short}  `, 'faint'),
  ])
}

type KeyWords = readonly [key: string, does: string, short: string]

function keysFor({ troubles, choice, snapshot }: DemoView, { theme }: TextPage): readonly KeyWords[] {
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
