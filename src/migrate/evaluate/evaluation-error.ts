import { type Span, shownPlace } from '../hcl/source-file.ts'

/** An expression that Terraform would refuse, too. Its message has no value. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError'
  readonly reason: string
  readonly span: Span

  constructor(reason: string, span: Span) {
    super(`${shownPlace(span)}: ${reason}`)
    this.reason = reason
    this.span = span
  }
}
