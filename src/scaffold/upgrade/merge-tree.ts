import { isAsWritten, type WrittenText } from './written-record.ts'
import type { RepositoryTree } from '../tree.ts'
import { mergeText } from './merge-text.ts'

/** What becomes of one file at an upgrade. */
export interface MergedFile {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
  /** Why a user must look at it; undefined if nobody must. */
  readonly conflict: string | undefined
}

/** What an upgrade is made of. */
export interface Merging {
  /** What Fitout wrote then. */
  readonly base: ReadonlyMap<string, WrittenText>
  /** What Fitout writes now. */
  readonly theirs: RepositoryTree
  /** What is there; undefined for no file. */
  readonly read: (path: string) => string | undefined
}

/** Brings what Fitout wrote up to date. What people changed stays; what both changed is marked. */
export function mergeTree({ base, theirs, read }: Merging): readonly MergedFile[] {
  const paths = new Set([...base.keys(), ...theirs.keys()])
  return [...paths]
    .toSorted()
    .map(path => mergeFile({ path, base: base.get(path), theirs: theirs.get(path), ours: read(path) }))
}

interface OneFile {
  readonly path: string
  readonly base: WrittenText | undefined
  readonly theirs: string | undefined
  readonly ours: string | undefined
}

function mergeFile({ path, base, theirs, ours }: OneFile): MergedFile {
  const keep = (conflict?: string): MergedFile => ({ path, before: ours, after: ours, conflict })
  const take = (after: string | undefined): MergedFile => ({ path, before: ours, after, conflict: undefined })
  if (ours === theirs) return keep()
  if (base === undefined) {
    return ours === undefined
      ? take(theirs)
      : keep('Fitout did not write this file, and its own file differs')
  }
  const isUnchanged = theirs !== undefined && isAsWritten(theirs, base)
  if (ours === undefined)
    return keep(isUnchanged ? undefined : 'you removed this file, and Fitout has changed it')
  if (isAsWritten(ours, base)) return take(theirs)
  if (isUnchanged) return keep()
  if (theirs === undefined) return keep('Fitout no longer writes this file, and you have changed it')
  if (!('text' in base)) return keep('you changed this file, and it is too large to be merged')
  const { text, conflicts } = mergeText({ base: base.text, ours, theirs })
  const words = conflicts === 0 ? undefined : 'you and Fitout changed the same lines; both are marked'
  return { path, before: ours, after: text, conflict: words }
}
