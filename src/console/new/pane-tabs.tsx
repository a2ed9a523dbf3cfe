import type { KeyboardEvent, ReactNode } from 'react'
import type { PaneName } from './pane-name.ts'

interface PaneTabsProps {
  readonly pane: PaneName
  readonly problems: number
  readonly onChange: (pane: PaneName) => void
}

const panes: readonly { readonly name: PaneName; readonly label: string }[] = [
  { name: 'form', label: 'Form' },
  { name: 'yaml', label: 'YAML' },
  { name: 'checks', label: 'Checks' },
]

/** The panes as tabs, where there is room for one of them. */
export function PaneTabs({ pane, problems, onChange }: PaneTabsProps): ReactNode {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    const at = panes.findIndex(({ name }) => name === pane)
    const next = panes[(at + by + panes.length) % panes.length]
    if (next === undefined) return
    onChange(next.name)
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next.name}`)?.focus()
  }
  return (
    <div className="pane-tabs" role="tablist" aria-label="Panes" onKeyDown={move}>
      {panes.map(({ name, label }) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={pane === name}
          aria-controls={pane === name ? `pane-${name}` : undefined}
          tabIndex={pane === name ? 0 : -1}
          onClick={() => onChange(name)}
        >
          {label}
          {name === 'checks' && problems > 0 ? ` (${problems})` : ''}
        </button>
      ))}
    </div>
  )
}
