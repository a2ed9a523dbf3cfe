import { useEffect, useState } from 'react'
import type { DraftState } from './draft-state.ts'
import { keepDraft } from './kept-draft.ts'

const WAIT_MS = 300

/** Whether the draft is safe in this browser: when it was saved, or that it cannot be. */
export type KeptState = { readonly savedAt: number | undefined } | 'not kept'

/** Keeps a draft that was edited in this browser, so that a reload or a lost login costs nothing. */
export function useKeptDraft(
  { environment, history }: DraftState,
  first: string,
  savedAt: number | undefined,
): KeptState {
  const [kept, setKept] = useState<KeptState>({ savedAt })
  const { text, past } = history
  const isEdited = text !== first || past.length > 0 || savedAt !== undefined
  useEffect(() => {
    if (!isEdited) return undefined
    const save = () => {
      const draft = { environment, text, savedAt: Date.now() }
      setKept(keepDraft(draft) ? { savedAt: draft.savedAt } : 'not kept')
    }
    const timer = setTimeout(save, WAIT_MS)
    // A page that goes away has no time to wait.
    addEventListener('pagehide', save)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', save)
    }
  }, [environment, text, isEdited])
  return kept
}
