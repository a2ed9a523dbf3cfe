/**
 * Returns the candidate that was most likely meant by a mistyped `word`, or undefined when none is near.
 *
 * Among equally near candidates the first one wins, so the answer does not change from run to run.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: { readonly candidate: string; readonly typos: number } | undefined
  for (const candidate of candidates) {
    if (tooDifferentInLength(word, candidate)) continue
    const typos = countTypos(word, candidate)
    if (typos <= typosForgiven(word, candidate) && (!best || typos < best.typos)) best = { candidate, typos }
  }
  return best?.candidate
}

// One typo in three letters. A looser limit answers nonsense with a guess, which is worse than no answer.
function typosForgiven(word: string, candidate: string): number {
  return Math.floor(Math.max(word.length, candidate.length) / 3)
}

// Counting typos takes time in proportion to both lengths; this keeps a huge word cheap.
function tooDifferentInLength(word: string, candidate: string): boolean {
  return Math.abs(word.length - candidate.length) > typosForgiven(word, candidate)
}

/** Damerau-Levenshtein distance, where no letter takes part in two typos. */
export function countTypos(from: string, to: string): number {
  let twoAbove: readonly number[] = []
  let above: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const added = at(row, j - 1) + 1
      const dropped = at(above, j) + 1
      const replaced = at(above, j - 1) + (isSame ? 0 : 1)
      const swapped = isSwapped ? at(twoAbove, j - 2) + 1 : Infinity
      row.push(Math.min(added, dropped, replaced, swapped))
    }
    twoAbove = above
    above = row
  }
  return at(above, to.length)
}

// Outside the table nothing can be reached.
function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}
