import type { ReactNode } from 'react'
import { useFreshness } from '../data/freshness.ts'
import { Notice } from '../elements/notice.tsx'
import { timeOfDay } from '../elements/time.tsx'

/** What a reader has to know of how true the page is; nothing while all is well. */
export function Banners(): ReactNode {
  const { state, heardAt, silentSince, note } = useFreshness()
  const sentence = sentenceFor(state, heardAt, silentSince)
  if (sentence === undefined && note === undefined) return null
  return (
    <section className="banners" aria-label="Freshness">
      {sentence === undefined ? null : <Notice tone="unknown">{sentence}</Notice>}
      {note === undefined ? null : <Notice tone="alert">{note}</Notice>}
    </section>
  )
}

function sentenceFor(
  state: string,
  heardAt: number | undefined,
  silentSince: number | undefined,
): string | undefined {
  if (state !== 'stale') return undefined
  if (silentSince !== undefined)
    return `The management cluster has not answered since ${timeOfDay(silentSince)}. Showing the last known state.`
  if (heardAt === undefined) return undefined
  return `Disconnected since ${timeOfDay(heardAt)}. Showing the last known state.`
}
