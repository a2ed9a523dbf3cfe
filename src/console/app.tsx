import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { MeResponse } from '../server/api/me-response.ts'
import type { DemoResponse } from '../server/api/demo-response.ts'
import { getJson } from './data/api-client.ts'
import { setClockSpeed } from './data/server-clock.ts'
import { SessionContext } from './data/session.ts'
import { Banners } from './frame/banners.tsx'
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
  const session = useMe()
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
        <PageOf key={path} route={routeOf(path)} />
      </main>
      {isHelpOpen ? <KeySheet onClose={() => setHelpOpen(false)} /> : null}
    </SessionContext>
  )
}

const RETRY_MS = 5_000

function useMe(): MeResponse | undefined {
  const [me, setMe] = useState<MeResponse>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const load = async () => {
      try {
        const found = await getJson<MeResponse>('me')
        if (isOver) return
        if (found.mode === 'demo') setClockSpeed((await getJson<DemoResponse>('demo')).speed)
        setMe(found)
      } catch {
        // The page says that the server does not answer; who one is shows as soon as it does.
        if (!isOver) timer = setTimeout(() => void load(), RETRY_MS)
      }
    }
    void load()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])
  return me
}
