import type { ReactNode } from 'react'

interface PanelProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

/** A box with a heading. */
export function Panel({ title, aside, children, className = '' }: PanelProps): ReactNode {
  return (
    <section className={`panel ${className}`} aria-label={title}>
      <div className="head">
        <h2>{title}</h2>
        {aside}
      </div>
      <div className="body">{children}</div>
    </section>
  )
}
