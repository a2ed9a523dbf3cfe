import { type CauseReason, causeReasons, isCauseReason } from '../../domain/explain/cause-reason.ts'
import { causePage, meaningOf } from '../../domain/explain/pages/cause-page.ts'
import { jsonDocument } from '../io/json-document.ts'

type Output = 'text' | 'json'

/** The page of a reason: what it means, how it is proven, how to fix it, and an example. */
export function explainCause(reason: CauseReason, output: Output): string {
  const page = causePage(reason)
  if (output === 'text') return page
  return jsonDocument('Cause', { reason, actor: causeReasons[reason], means: meaningOf(reason), page })
}

/** Lists the reasons, each with its owner and what it means. */
export function listCauses(output: Output): string {
  const rows = Object.keys(causeReasons)
    .filter(isCauseReason)
    .toSorted()
    .map(reason => ({ reason, actor: causeReasons[reason], means: meaningOf(reason) }))
  if (output === 'json') return jsonDocument('CauseList', { causes: rows })
  const width = Math.max(...rows.map(({ reason }) => reason.length))
  return rows
    .map(({ reason, actor, means }) => `${reason.padEnd(width)}  ${actor.padEnd(8)}  ${means}\n`)
    .join('')
}
