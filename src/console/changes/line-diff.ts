/** A line of a file that changes. */
export interface DiffLine {
  readonly op: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Above this the comparison is by whole parts: what is between the first and the last line that differ. */
const MOST_CELLS = 1_000_000

/** What happens to the lines of a text: the fewest lines are added and removed. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end))
    end += 1
  return [
    ...old.slice(0, start).map(same),
    ...middleDiff(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(same),
  ]
}

function middleDiff(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  if (old.length * now.length > MOST_CELLS) return [...old.map(removed), ...now.map(added)]
  const lengths = commonLengths(old, now)
  const found: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < now.length) {
    const [one = '', other = ''] = [old[i], now[j]]
    if (one === other) {
      found.push(same(one))
      i += 1
      j += 1
    } else if (at(lengths, i + 1, j) >= at(lengths, i, j + 1)) {
      found.push(removed(one))
      i += 1
    } else {
      found.push(added(other))
      j += 1
    }
  }
  return [...found, ...old.slice(i).map(removed), ...now.slice(j).map(added)]
}

// How many lines two rests have in common, for every pair of them.
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint32Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1))
  for (const [i, row] of [...rows.slice(0, -1).entries()].toReversed()) {
    for (let j = now.length - 1; j >= 0; j--)
      row[j] =
        old[i] === now[j] ? at(rows, i + 1, j + 1) + 1 : Math.max(at(rows, i + 1, j), at(rows, i, j + 1))
  }
  return rows
}

function at(rows: readonly Uint32Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function same(text: string): DiffLine {
  return { op: 'same', text }
}
function added(text: string): DiffLine {
  return { op: 'added', text }
}
function removed(text: string): DiffLine {
  return { op: 'removed', text }
}
