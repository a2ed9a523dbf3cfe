import type { Clock } from '../../engine/clock.ts'
import type { DemoFleet } from '../../simulator/demo/demo-fleet.ts'
import type { Key } from '../terminal/keys.ts'
import { Screen } from '../terminal/screen.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { renderLine, type Theme } from '../terminal/theme.ts'
import { DemoSession } from './demo-session.ts'
import { type DemoView, isOver } from './demo-view.ts'
import { demoFrame } from './demo-frame.ts'
import { Pace } from '../../simulator/demo/pace.ts'

/** What a live view is made of. */
export interface Live {
  readonly demo: DemoFleet
  readonly terminal: Terminal
  readonly theme: Theme
  readonly speed: number
  /** The time of the person in front of it. */
  readonly clock: Clock
}

/** How someone left, and what was to be seen then. */
export interface Left {
  readonly how: 'done' | 'interrupted'
  readonly view: DemoView
}

const FRAME_MS = 100

/** Shows the fleet until someone leaves. */
export async function runLive({ demo, terminal, theme, speed, clock }: Live): Promise<Left> {
  const session = new DemoSession(demo, speed)
  const screen = new Screen(terminal)
  const pace = new Pace(demo.fleet, { clock, speed })
  const keys: Key[] = []
  let wake = new AbortController()
  const press = (key: Key): void => {
    keys.push(key)
    wake.abort()
  }
  const close = terminal.open({
    onKey: press,
    onResize: () => wake.abort(),
    // Nobody can leave a window that is closed.
    onGone: () => press('q'),
  })
  try {
    for (;;) {
      wake = new AbortController()
      const how = pressAll(session, keys.splice(0))
      const view = session.view()
      if (how !== undefined) return { how, view }
      screen.draw(demoFrame(view, terminal.size(), theme).map(line => renderLine(line, theme)))
      // Once all is done, nothing changes: only a key does.
      await (isOver(view.snapshot) ? whenAborted(wake.signal) : pace.pass(FRAME_MS, wake.signal))
    }
  } finally {
    close()
  }
}

function pressAll(session: DemoSession, keys: readonly Key[]): Left['how'] | undefined {
  for (const key of keys) {
    const effect = session.press(key)
    if (effect.kind === 'leave') return effect.how
  }
  return undefined
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
