import type { DraftReport } from '../../scaffold/draft/check-draft.ts'
import type { ClusterDraft } from '../../scaffold/draft/draft-files.ts'
import type { DraftRepository } from '../../scaffold/draft/draft-repository.ts'

/** What the page sends to its worker. */
export type CheckRequest =
  | {
      readonly kind: 'base'
      readonly base: DraftRepository
      readonly took: Readonly<Record<string, number>>
    }
  | { readonly kind: 'draft'; readonly draft: ClusterDraft; readonly now: number }

/** What the worker answers to a draft. */
export interface CheckAnswer {
  readonly draft: ClusterDraft
  readonly report: DraftReport
}
