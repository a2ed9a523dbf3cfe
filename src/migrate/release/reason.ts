import type { Span } from '../hcl/source-file.ts'

/** Something to say about a release, and where it stands. Never with a value that only Terraform knows. */
export interface Reason extends Span {
  readonly words: string
}

/** Something to say about a part of a text. */
export function reasonAt({ file, start, end }: Span, words: string): Reason {
  return { words, file, start, end }
}
