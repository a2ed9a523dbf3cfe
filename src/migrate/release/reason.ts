import type { HclSpan } from '../hcl/source-file.ts'

/** Something to say about a release, and where it stands. Never with a value that only Terraform knows. */
export interface PlacedReason extends HclSpan {
  readonly words: string
}

/** Something to say about a part of a text. */
export function reasonAt({ file, start, end }: HclSpan, words: string): PlacedReason {
  return { words, file, start, end }
}
