import { type ReactNode, useEffect, useState } from 'react'

const SHOWN_MS = 2_000

interface CopyProps {
  readonly text: string
  /** What is copied, for its name: `command`. */
  readonly what: string
}

/** Copies a text, and says that it did. */
export function CopyButton({ text, what }: CopyProps): ReactNode {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'refused'>('idle')
  useEffect(() => {
    if (outcome === 'idle') return undefined
    const timer = setTimeout(() => setOutcome('idle'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () => {
    copyText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    )
  }
  return (
    <button type="button" className="button small" onClick={copy} aria-label={`Copy ${what}`}>
      <span aria-live="polite">{labels[outcome]}</span>
    </button>
  )
}

const labels = { idle: 'Copy', copied: 'Copied', refused: 'Select it by hand' } as const

/** Puts a text on the clipboard; fails where the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  // Pages without TLS, other than on this machine, have no clipboard.
  if (!('clipboard' in navigator)) throw new Error('this page has no clipboard')
  await navigator.clipboard.writeText(text)
}
