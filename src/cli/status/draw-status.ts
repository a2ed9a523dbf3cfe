import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { instantOf } from '../../domain/plan/step-status.ts'
import type { ExitCode } from '../command/exit-code.ts'
import type { FleetSource } from '../../fleet/link/fleet-source.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import { cutToWidth } from '../terminal/text-width.ts'
import { Screen } from '../terminal/screen.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { cutSign, themeOf } from '../terminal/theme.ts'
import { statusReport } from './status-report.ts'
import { checkNames, type StatusRequest, viewStatus } from './status-view.ts'

const TICK_MS = 1_000
/** The lines of a report that are not rows of clusters, at most. */
const FRAME = 18

/** Draws a fleet again whenever it changes, and each second for the times, until `q` is pressed. */
export async function drawStatus(
  source: FleetSource,
  question: StatusRequest,
  { io, world, terminal }: CommandSetting & { readonly terminal: Terminal },
): Promise<ExitCode> {
  const theme = themeOf(io)
  const screen = new Screen(terminal)
  const over = new AbortController()
  let fleet: FleetSnapshot | undefined
  let isInterrupted = false
  const report = (limit: number): string => {
    if (!fleet) return ''
    const now = { ...fleet, asOf: instantOf(world.clock.now()) }
    const note = source.note(fleet)
    const text = statusReport(viewStatus(now, question), { theme, form: 'table', limit })
    return note === undefined ? text : `note: ${note}\n${text}`
  }
  const draw = (): void => {
    const { rows, columns } = terminal.size()
    const lines = report(Math.max(1, rows - FRAME)).split('\n')
    screen.draw(lines.map(line => cutToWidth(line, columns, cutSign(theme))))
  }
  const close = terminal.open({
    onKey: key => {
      isInterrupted = key === 'ctrl-c'
      if (isInterrupted || key === 'q' || key === 'escape') over.abort()
    },
    onResize: draw,
    onGone: () => over.abort(),
  })
  const ticking = tick(world.clock, over.signal, draw)
  try {
    for await (const next of source.follow(over.signal)) {
      if (!fleet) checkNames(next, question)
      fleet = next
      draw()
    }
  } finally {
    over.abort()
    await ticking
    close()
  }
  io.write(report(FRAME))
  if (isInterrupted) terminal.interrupt()
  return isInterrupted ? 130 : 0
}

async function tick(
  clock: CommandSetting['world']['clock'],
  signal: AbortSignal,
  draw: () => void,
): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(TICK_MS, signal)
    if (!signal.aborted) draw()
  }
}
