import { checkDraft } from '../../scaffold/draft/check-draft.ts'
import type { DraftRepository } from '../../scaffold/draft/draft-repository.ts'
import type { CheckAnswer, CheckRequest } from './check-message.ts'

// Runs beside the page, so that no key waits for a check.
let base: DraftRepository | undefined
let took: Readonly<Record<string, number>> = {}

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  if (data.kind === 'base') {
    ;({ base, took } = data)
    return
  }
  if (base === undefined) return
  const { draft, now } = data
  const answer: CheckAnswer = { draft, report: checkDraft(draft, base, { now, took }) }
  postMessage(answer)
})
