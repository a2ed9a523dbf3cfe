import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { type CauseCount, countCauses, countStates } from '../../domain/fleet/sum-fleet.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import { counted } from '../../domain/text/counted.ts'
import { ageWords } from '../../domain/words/duration-words.ts'
import { clusterGlyphs, toneOf } from '../../domain/words/state-words.ts'
import { cell, type Line, span } from '../terminal/line.ts'
import { signOf } from '../terminal/theme.ts'
import type { TextPage } from './page.ts'

/** How many clusters are in which state, in one line. */
export function countsLine({ clusters }: FleetSnapshot, { theme }: TextPage): Line {
  const counts = countStates(clusters).flatMap(({ state, count }) => [
    span('   '),
    span(`${signOf(clusterGlyphs[state], theme)} ${count} ${state}`, toneOf(state)),
  ])
  return [span(counted(clusters.length, 'cluster'), 'strong'), ...counts]
}

/** What needs attention, cause by cause; no line if nothing does. */
export function causeLines({ clusters, asOf }: FleetSnapshot, page: TextPage): readonly Line[] {
  const causes = countCauses(clusters)
  if (causes.length === 0) return []
  const count = causes.reduce((sum, cause) => sum + cause.clusters.length, 0)
  const head = `Needs attention: ${counted(causes.length, 'cause')}, ${counted(count, 'cluster')}`
  const columns = causeColumns(causes, page, readInstant(asOf) ?? 0)
  return [[span(head, 'strong')], ...causes.map((_, row) => causeLine(causes, { row, columns, page }))]
}

interface Column {
  readonly width: number
  readonly texts: readonly string[]
}

/** How much room the sentence must have for each of the others to stay: reason, age, actor. */
const minSentence = [40, 60, 70]

// The sentence is what people read, so that the rest has to leave first when there is no room.
function causeColumns(causes: readonly CauseCount[], { columns }: TextPage, now: number): readonly Column[] {
  const sentences = causes.map(({ sentence: text }) => text)
  const others = [
    column(causes.map(({ reason }) => reason)),
    column(causes.map(({ oldest }) => `oldest ${ageWords(now - (readInstant(oldest) ?? now))}`)),
    column(causes.map(({ actor }) => actor)),
  ]
  const count = column(causes.map(({ clusters: { length } }) => `  ${counted(length, 'cluster')}`))
  const fitting = others.filter((_, index) => {
    const used = others.slice(0, index + 1).reduce((sum, { width }) => sum + width + 2, count.width + 4)
    return columns - used >= (minSentence[index] ?? 0)
  })
  const used = fitting.reduce((sum, { width }) => sum + width + 2, count.width + 4)
  const sentence = { texts: sentences, width: Math.min(column(sentences).width, Math.max(0, columns - used)) }
  return [count, sentence, ...fitting]
}

function column(texts: readonly string[]): Column {
  return { texts, width: Math.max(...texts.map(({ length }) => length)) }
}

interface Place {
  readonly row: number
  readonly columns: readonly Column[]
  readonly page: TextPage
}

function causeLine(causes: readonly CauseCount[], { row, columns, page }: Place): Line {
  const state = causes[row]?.state ?? 'Held'
  return columns.flatMap(({ texts, width }, index) => {
    const [text = ''] = texts.slice(row)
    const style = index === 0 ? toneOf(state) : index === 1 ? 'plain' : 'faint'
    return [...cell([span(text, style)], width, page.sign), span('  ')]
  })
}
