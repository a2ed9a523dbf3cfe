import type { ReactNode } from 'react'
import { useFreshness } from '../data/freshness.ts'
import { useNow } from '../data/server-clock.ts'
import { timeOfDay, instantWords } from '../elements/time.tsx'
import { durationWords } from '../../domain/words/duration-words.ts'

/** How fresh the page is, at the same place on every page. */
export function LiveDot(): ReactNode {
  const { state, heardAt } = useFreshness()
  const now = useNow()
  if (heardAt === undefined) return <span className="live connecting">connecting</span>
  const words =
    state === 'live' ? `live ${timeOfDay(now)}` : `${timeOfDay(heardAt)}, ${durationWords(now - heardAt)} ago`
  return (
    <span className={`live ${state}`} title={instantWords(heardAt)}>
      <i aria-hidden="true" />
      {words}
    </span>
  )
}
