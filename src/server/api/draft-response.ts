import type { DraftReport } from '../../scaffold/draft/check-draft.ts'
import type { ClusterDraft } from '../../scaffold/draft/draft-files.ts'
import type { ChangeSummary } from './change-response.ts'
import type { Fresh } from './fleet-response.ts'

/** The body of `POST /api/v1/drafts:check`. It changes nothing anywhere. */
export type DraftCheckRequest = ClusterDraft

/** The answer to `POST /api/v1/drafts:check`: the same checks as in the browser. */
export interface DraftCheckResponse extends Fresh {
  readonly report: DraftReport
}

/**
 * The body of `POST /api/v1/drafts:open`, the only call that writes, and to Git alone: a branch `fitout/*` with one commit, and
 * a merge request. Sent again it finds what is there already, and makes nothing twice.
 */
export type DraftOpenRequest =
  | { readonly kind: 'cluster'; readonly draft: ClusterDraft; readonly title: string }
  /** Takes a merged change back. */
  | { readonly kind: 'revert'; readonly change: string }

/** The answer to `POST /api/v1/drafts:open`. */
export interface DraftOpenResponse extends Fresh {
  readonly change: ChangeSummary
  /** Whether this call opened it; otherwise it was open already. */
  readonly isNew: boolean
}

/** The body of `PUT /api/v1/me/forge-token`: kept in the session alone, and never sent back. The answer is that of `me`. */
export interface ForgeTokenRequest {
  readonly token: string
}
