import type { DraftRepository } from '../../scaffold/draft/draft-repository.ts'
import { newDraftText } from '../../scaffold/draft/draft-files.ts'
import { beginDraft, type DraftState, NEW_NAME } from './draft-state.ts'
import { keptDraft } from './kept-draft.ts'

/** What the page begins with. */
export interface FirstDraft {
  readonly state: DraftState
  /** When it was saved, if it comes from this browser. */
  readonly savedAt: number | undefined
  /** `dev/blue`, of which the address asks for a copy. */
  readonly copyOf: string | undefined
}

/** The draft that this browser keeps; or a new one of the class that the address names. */
export function firstDraft(base: DraftRepository, search: string): FirstDraft {
  const asked = new URLSearchParams(search)
  const environments = Object.keys(base.repository.environments)
  const kept = keptDraft()
  const copyOf = asked.get('from') ?? undefined
  if (kept !== undefined && environments.includes(kept.environment))
    return { state: beginDraft(kept.environment, kept.text), savedAt: kept.savedAt, copyOf }
  const environment = environments.find(one => one === asked.get('environment')) ?? environments[0] ?? ''
  const known = base.classes.find(({ found }) => found.name === asked.get('class')) ?? base.classes[0]
  const text = known === undefined ? '' : newDraftText(known, base, { name: NEW_NAME, environment })
  return { state: beginDraft(environment, text), savedAt: undefined, copyOf }
}
