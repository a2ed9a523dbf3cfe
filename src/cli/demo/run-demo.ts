import type { Clock } from '../../engine/clock.ts'
import { systemClock } from '../../kube/system-clock.ts'
import { demoFleet } from '../../simulator/demo/demo-fleet.ts'
import type { ExitCode } from '../command/exit-code.ts'
import type { Io } from '../io/io.ts'
import { lineText } from '../terminal/line.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { renderLine, themeOf } from '../terminal/theme.ts'
import { DemoLog } from './demo-log.ts'
import { type DemoFlags, readDemoSettings } from './demo-settings.ts'
import { pageOf } from '../fleet-view/page.ts'
import { causeLines, countsLine } from '../fleet-view/summary-lines.ts'
import { type Left, runLive } from './run-live.ts'
import { Pace } from '../../simulator/demo/pace.ts'

/** Where a demo is shown. */
export interface Stage {
  readonly io: Io
  /** Undefined where there is none: then it is told line by line. */
  readonly terminal: Terminal | undefined
  readonly clock?: Clock
}

const TICK_MS = 100

/** Runs the demo: on the whole screen, or line by line if that was asked for or there is no screen. */
export async function runDemo(
  flags: DemoFlags,
  { io, terminal, clock = systemClock }: Stage,
): Promise<ExitCode> {
  const { clusters, seed, speed, isPlain } = readDemoSettings(flags)
  const theme = themeOf(io)
  const demo = demoFleet({ clusters, seed })
  if (terminal === undefined || isPlain) {
    const log = new DemoLog(demo, line => io.write(`${renderLine(line, theme)}\n`))
    await follow(log, { io, pace: new Pace(demo.fleet, { clock, speed }) })
    return log.isOver ? 0 : 130
  }
  const left = await runLive({ demo, terminal, theme, speed, clock })
  if (left.how === 'interrupted') {
    terminal.interrupt()
    return 130
  }
  io.write(lastWords(left, io))
  return 0
}

/** Lets time pass until the log is over, or a user wants it to end. */
async function follow(log: DemoLog, { io, pace }: { readonly io: Io; readonly pace: Pace }): Promise<void> {
  const stop = new AbortController()
  void io.whenStopped().then(() => stop.abort())
  while (!log.isOver && !stop.signal.aborted) await pace.pass(TICK_MS, stop.signal)
}

function lastWords({ view }: Left, io: Io): string {
  const page = pageOf({ columns: 200, rows: 0 }, themeOf(io))
  const lines = [countsLine(view.snapshot, page), ...causeLines(view.snapshot, page)]
  return `${lines.map(line => (io.hasColor ? renderLine(line, page.theme) : lineText(line))).join('\n')}\n`
}
