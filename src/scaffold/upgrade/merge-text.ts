import { diff3Merge } from 'node-diff3'

/** Two changes of one text, put together. */
export interface MergedText {
  readonly text: string
  /** How many places both changed, each in its own way; they are marked as Git marks them. */
  readonly conflicts: number
}

/** The three texts of a merge. */
export interface Versions {
  /** What Fitout wrote then. */
  readonly base: string
  /** What is there now, with what people changed. */
  readonly ours: string
  /** What Fitout writes now. */
  readonly theirs: string
}

/** Merges line by line. Every change is in the result: by itself, or between marks beside the other one. */
export function mergeText({ base, ours, theirs }: Versions): MergedText {
  const regions = diff3Merge(ours.split('\n'), base.split('\n'), theirs.split('\n'), {
    excludeFalseConflicts: true,
  })
  const lines: string[] = []
  let conflicts = 0
  for (const { ok, conflict } of regions) {
    if (ok) lines.push(...ok)
    if (!conflict) continue
    conflicts++
    lines.push('<<<<<<< yours', ...conflict.a, '=======', ...conflict.b, '>>>>>>> fitout')
  }
  return { text: lines.join('\n'), conflicts }
}
