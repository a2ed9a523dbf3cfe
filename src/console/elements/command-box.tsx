import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

interface CommandProps {
  readonly text: string
  /** `command`, or what else it is. */
  readonly what?: string
}

/** A command, or lines for a file, with a button that copies it. */
export function CommandBox({ text, what = 'command' }: CommandProps): ReactNode {
  return (
    <div className="command">
      <pre>{text}</pre>
      <CopyButton text={text} what={what} />
    </div>
  )
}
