import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useSession } from '../data/session.ts'
import { PageLink } from '../routing/page-link.tsx'
import { go, usePlace } from '../routing/location-store.ts'
import { fleetPath } from '../routing/routes.ts'
import { readFleetView, writeFleetView } from '../routing/fleet-view.ts'
import { LiveDot } from './live-dot.tsx'
import { LogoutButton } from './logout-button.tsx'

const entries = [
  { to: '/', label: 'Fleet', isAt: (path: string) => path === '/' || path.startsWith('/c/') },
  { to: '/fitouts', label: 'Fitouts', isAt: (path: string) => path === '/fitouts' || path.startsWith('/f/') },
  { to: '/changes', label: 'Changes', isAt: (path: string) => path.startsWith('/changes') },
  { to: '/compat', label: 'Compat', isAt: (path: string) => path === '/compat' },
] as const

interface TopBarProps {
  readonly search: RefObject<HTMLInputElement | null>
  readonly onHelp: () => void
}

/** Where one is, the search, how fresh the page is, and help: the same on every page. */
export function TopBar({ search, onHelp }: TopBarProps): ReactNode {
  const { path } = usePlace()
  const session = useSession()
  return (
    <header className="top-bar">
      <PageLink to="/" className="brand">
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path d="M3 14.5h18l-2.6 5.2a2 2 0 0 1-1.8 1.1H7.4a2 2 0 0 1-1.8-1.1z" fill="currentColor" />
          <path
            d="M6.4 11.2h3.2M10.6 11.2h3.2M10.6 7.6h3.2M14.8 11.2H18M12 3.2v1.6"
            stroke="currentColor"
            strokeWidth="2.2"
            strokeLinecap="round"
          />
        </svg>
        Fitout
      </PageLink>
      <nav aria-label="Pages">
        {entries.map(({ to, label, isAt }) => (
          <PageLink key={to} to={to} aria-current={isAt(path) ? 'page' : undefined}>
            {label}
          </PageLink>
        ))}
      </nav>
      <PageLink
        to="/new"
        className="button primary small new-link"
        aria-current={path === '/new' ? 'page' : undefined}
      >
        New<span className="long">&nbsp;cluster</span>
      </PageLink>
      <SearchBox input={search} />
      <LiveDot />
      {session?.mode === 'demo' ? <span className="tag">demo</span> : null}
      {session?.user === undefined ? null : (
        <span className="user muted" title={session.user.groups.join(', ')}>
          {session.user.name}
        </span>
      )}
      <LogoutButton />
      <button type="button" className="button small help" onClick={onHelp} aria-label="Keys and settings">
        ?
      </button>
    </header>
  )
}

/** Filters the fleet while one types; on other pages, Enter leads to the fleet. */
function SearchBox({ input }: { readonly input: RefObject<HTMLInputElement | null> }): ReactNode {
  const place = usePlace()
  const isFleet = place.path === '/'
  const query = isFleet ? readFleetView(place.search).query : ''
  const [text, setText] = useState(query)
  useEffect(() => setText(query), [query])
  const change = (next: string) => {
    setText(next)
    if (isFleet) go(writeFleetView({ ...readFleetView(place.search), query: next }), { isSameView: true })
  }
  return (
    <search>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (!isFleet) go(fleetPath(text))
        }}
      >
        <input
          ref={input}
          className="input"
          // A browser empties a field of type search when Escape is pressed: here it leaves the field.
          type="text"
          role="searchbox"
          onKeyDown={event => {
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
          value={text}
          placeholder="Search clusters: payments is:held step:cni"
          aria-label="Search clusters"
          aria-describedby="query-problem"
          spellCheck={false}
          autoComplete="off"
          onChange={event => change(event.target.value)}
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
    </search>
  )
}
