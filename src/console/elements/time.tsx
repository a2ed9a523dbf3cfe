import type { ReactNode } from 'react'
import { ageWords, durationWords } from '../../domain/words/duration-words.ts'
import { useNow } from '../data/server-clock.ts'

interface AgeProps {
  /** Milliseconds since 1970. */
  readonly since: number
  /** One unit in lists, two elsewhere. */
  readonly isShort?: boolean
}

/** How long ago something was. It ticks, and its title has the instant in UTC and here. */
export function Age({ since, isShort = false }: AgeProps): ReactNode {
  const spent = useNow() - since
  return (
    <time className="time" dateTime={new Date(since).toISOString()} title={instantWords(since)}>
      {isShort ? ageWords(spent) : durationWords(spent)}
    </time>
  )
}

/** The time of day where the reader is: `12:04:31`. */
export function timeOfDay(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB')
}

/** An instant in UTC and where the reader is. */
export function instantWords(at: number): string {
  const date = new Date(at)
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC, ${date.toLocaleString('en-GB')} local`
}
