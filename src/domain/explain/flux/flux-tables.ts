import { chartReasons } from './reasons/chart-reasons.ts'
import { fetchReasons } from './reasons/fetch-reasons.ts'
import type { FluxReason } from './reasons/flux-reason.ts'
import { kustomizeReasons } from './reasons/kustomize-reasons.ts'
import { releaseNeedsReasons } from './reasons/release-needs-reasons.ts'
import { releaseReasons } from './reasons/release-reasons.ts'
import { storageReasons } from './reasons/storage-reasons.ts'
import { chartWords } from './words/chart-words.ts'
import type { FluxWords } from './words/flux-words.ts'
import { gitWords } from './words/git-words.ts'
import { helmWords } from './words/helm-words.ts'
import { kustomizeWords } from './words/kustomize-words.ts'
import { reachWords } from './words/reach-words.ts'
import { secretWords } from './words/secret-words.ts'
import { verifyWords } from './words/verify-words.ts'

/** All that is known of what one controller of Flux says. */
export interface FluxTable {
  readonly controller: string
  readonly reasons: readonly FluxReason[]
  /** Looked through in this order: what names a Secret or a file tells more than that a server did not answer. */
  readonly words: readonly FluxWords[]
}

/** source-controller. */
export const sourceTable: FluxTable = {
  controller: 'source-controller',
  reasons: [...fetchReasons, ...chartReasons, ...storageReasons],
  words: [...secretWords, ...verifyWords, ...gitWords, ...chartWords, ...reachWords],
}

/** helm-controller. */
export const helmTable: FluxTable = {
  controller: 'helm-controller',
  reasons: [...releaseReasons, ...releaseNeedsReasons],
  words: [...secretWords, ...helmWords],
}

/** kustomize-controller. */
export const kustomizeTable: FluxTable = {
  controller: 'kustomize-controller',
  reasons: kustomizeReasons,
  words: [...secretWords, ...kustomizeWords],
}
