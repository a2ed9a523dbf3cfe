import { type ReactNode, useEffect, useRef, useState } from 'react'
import { loadSession, useLoadedSession } from './data/session-store.ts'
import { SessionContext } from './data/session.ts'
import { Banners } from './frame/banners.tsx'
import { LoginFailure } from './frame/login-failure.tsx'
import { KeySheet } from './frame/key-sheet.tsx'
import { TopBar } from './frame/top-bar.tsx'
import { rememberPrefix, useKeys } from './frame/use-keys.ts'
import { go, usePlace } from './routing/location-store.ts'
import { routeOf } from './routing/routes.ts'
import { PageOf } from './page-of.tsx'

/** The whole console: the frame, and the page of the address. */
export function App(): ReactNode {
  const { path } = usePlace()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const session = useLoadedSession()
  useEffect(() => void loadSession(), [])
  useEffect(() => {
    // On the window, so that it comes after all that look at the first key.
    addEventListener('keydown', rememberPrefix)
    return () => removeEventListener('keydown', rememberPrefix)
  }, [])
  useKeys({
    '?': () => setHelpOpen(true),
    '/': event => {
      event.preventDefault()
      search.current?.focus()
      search.current?.select()
    },
    'g f': () => go('/'),
    'g d': () => go('/fitouts'),
    'g c': () => go('/changes'),
    'g m': () => go('/compat'),
  })
  return (
    <SessionContext value={session}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <TopBar search={search} onHelp={() => setHelpOpen(true)} />
      <Banners />
      <main id="main" className="page" tabIndex={-1}>
        <LoginFailure />
        <PageOf key={path} route={routeOf(path)} />
      </main>
      {isHelpOpen ? <KeySheet onClose={() => setHelpOpen(false)} /> : null}
    </SessionContext>
  )
}
