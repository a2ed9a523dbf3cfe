import { type HclSpan, shownSpan } from '../hcl/source-file.ts'

/** An expression that Terraform would refuse, too. Its message has no value. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError'
  readonly reason: string
  readonly span: HclSpan

  constructor(reason: string, span: HclSpan) {
    super(`${shownSpan(span)}: ${reason}`)
    this.reason = reason
    this.span = span
  }
}
