import type { ReactNode } from 'react'
import type { Health } from '../../domain/health/health.ts'
import type { Tone } from '../../domain/words/state-words.ts'
import { StateSign } from './state-sign.tsx'

const looks: Readonly<Record<Health, { readonly tone: Tone; readonly glyph: string }>> = {
  Current: { tone: 'ready', glyph: '✓' },
  InProgress: { tone: 'busy', glyph: '▸' },
  Failed: { tone: 'failed', glyph: '✗' },
  Terminating: { tone: 'quiet', glyph: '·' },
  NotFound: { tone: 'alert', glyph: '!' },
  Unknown: { tone: 'unknown', glyph: '?' },
}

/** The health of an object, in one of its six words. */
export function HealthWord({ health }: { readonly health: Health }): ReactNode {
  const { tone, glyph } = looks[health]
  return (
    <span className={`signed ink-${tone}`}>
      <StateSign glyph={glyph} />
      {health}
    </span>
  )
}
