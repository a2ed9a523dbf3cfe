/** What of a long list is drawn, and how high the space around it is, in pixels. */
export interface RowWindow {
  readonly first: number
  /** Not drawn any more. */
  readonly end: number
  readonly above: number
  readonly below: number
}

interface Scrolled {
  readonly count: number
  /** The height of a row. */
  readonly height: number
  /** The height of what the reader sees. */
  readonly seen: number
  /** How far the list begins above what the reader sees. */
  readonly hidden: number
}

const MARGIN = 8
const MOST = 60

/** The rows that a reader sees, and a few more. */
export function rowWindow({ count, height, seen, hidden }: Scrolled): RowWindow {
  const first = Math.min(Math.max(0, Math.floor(hidden / height) - MARGIN), Math.max(0, count - 1))
  const wanted = Math.ceil(seen / height) + 2 * MARGIN
  const end = Math.min(count, first + Math.min(MOST, wanted))
  return { first, end, above: first * height, below: (count - end) * height }
}
