import type { ReactNode } from 'react'
import type { Tone } from '../../domain/words/state-words.ts'
import { StateSign } from './state-sign.tsx'

interface NoticeProps {
  readonly tone: Tone
  readonly children: ReactNode
}

const signs: Readonly<Record<Tone, string>> = {
  ready: '✓',
  busy: '▸',
  quiet: '·',
  alert: '!',
  failed: '✗',
  unknown: '?',
}

/** A sentence above what it is about. */
export function Notice({ tone, children }: NoticeProps): ReactNode {
  return (
    <div className={`notice tone-${tone}`} role={tone === 'failed' ? 'alert' : 'note'}>
      <StateSign glyph={signs[tone]} />
      <div>{children}</div>
    </div>
  )
}
