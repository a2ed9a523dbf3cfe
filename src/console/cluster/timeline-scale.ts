import type { TimelineStep } from '../../server/api/cluster-response.ts'

/** Where a time lies in the picture, in percent of its width. */
export interface TimelineScale {
  readonly start: number
  readonly end: number
  readonly ticks: readonly number[]
  /** Whether what still goes on is longer than the picture shows. */
  readonly isCut: boolean
}

const MINUTE = 60_000
const LEAST_MS = 2 * MINUTE
const steps = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 360, 720, 1_440, 2_880, 10_080, 43_200].map(
  minutes => minutes * MINUTE,
)
const MOST_TICKS = 6
// What has stood still for days must not make a line of dots of what went before.
const LONGEST = 3

/** The scale of a timeline: from the first start to the last end, or to now. */
export function timelineScale(timeline: readonly TimelineStep[], now: number): TimelineScale | undefined {
  const spans = timeline.flatMap(step => step.spans)
  if (spans.length === 0) return undefined
  const start = Math.min(...spans.map(span => Date.parse(span.start)))
  const closed = Math.max(start, ...spans.map(span => Date.parse(span.end ?? span.start)))
  const isRunning = spans.some(span => span.end === undefined)
  const limit = closed + LONGEST * Math.max(closed - start, 5 * MINUTE)
  const isCut = isRunning && now > limit
  const end = Math.max(isRunning ? Math.min(now, limit) : closed, start + LEAST_MS)
  return { start, end, ticks: ticksFor(end - start), isCut }
}

/** Where an instant lies, in percent. */
export function percentOf({ start, end }: Pick<TimelineScale, 'start' | 'end'>, at: number): number {
  return Math.min(100, Math.max(0, ((at - start) / (end - start)) * 100))
}

// Milliseconds from the start, at round distances.
function ticksFor(range: number): readonly number[] {
  const wanted = steps.find(step => range / step <= MOST_TICKS) ?? range
  return Array.from({ length: Math.floor(range / wanted) + 1 }, (_, index) => index * wanted)
}
