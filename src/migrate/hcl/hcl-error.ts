import type { HclSpan } from './source-file.ts'
import { shownSpan } from './source-file.ts'

/** Text that is no HCL, or that Fitout does not read. Its message has no value of the text. */
export class HclError extends Error {
  override readonly name = 'HclError'
  readonly reason: string
  readonly span: HclSpan

  constructor(reason: string, span: HclSpan) {
    super(`${shownSpan(span)}: ${reason}`)
    this.reason = reason
    this.span = span
  }
}
