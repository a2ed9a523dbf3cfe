import type { Span } from './source-file.ts'
import { shownPlace } from './source-file.ts'

/** Text that is no HCL, or that Fitout does not read. Its message has no value of the text. */
export class HclError extends Error {
  override readonly name = 'HclError'
  readonly reason: string
  readonly span: Span

  constructor(reason: string, span: Span) {
    super(`${shownPlace(span)}: ${reason}`)
    this.reason = reason
    this.span = span
  }
}
