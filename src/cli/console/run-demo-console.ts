import { selectorOf } from '../../domain/labels/selector.ts'
import type { Clock } from '../../engine/clock.ts'
import { simulatedLink } from '../../fleet/read/simulated-link.ts'
import { systemClock } from '../../kube/system-clock.ts'
import type { AllowedAction } from '../../server/api/me-response.ts'
import { localIdentity } from '../../server/identity/local-identity.ts'
import { demoFleet } from '../../simulator/demo/demo-fleet.ts'
import { Pace } from '../../simulator/demo/pace.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { type DemoFlags, readDemoSettings } from '../demo/demo-settings.ts'
import { refuseCall } from '../fleet/refuse-call.ts'
import type { Io } from '../io/io.ts'
import { type PageFlags, servePage } from './serve-page.ts'

const TICK_MS = 100
const scope = { namespace: undefined, selector: selectorOf([]) }

const actions: readonly AllowedAction[] = [
  { action: 'fixDemo', isAllowed: true },
  { action: 'logOut', isAllowed: false, reason: 'the demo needs no login' },
]

/** Serves the console on the simulated fleet of the demo: the same server, the same controller, no clusters. */
export async function runDemoConsole(
  flags: DemoFlags & PageFlags,
  io: Io,
  clock: Clock = systemClock,
): Promise<ExitCode> {
  const stop = new AbortController()
  void io.whenStopped().then(() => stop.abort())
  const { clusters, seed, speed } = readDemoSettings(flags)
  const { fleet, troubles } = demoFleet({ clusters, seed })
  const link = simulatedLink(fleet, { user: 'demo', refusal: refuseCall })
  const identity = localIdentity({
    mode: 'demo',
    user: undefined,
    link,
    isPartial: false,
    actions: () => actions,
  })
  const content = { identity, link, scope, clock, demo: { troubles, speed } }
  const server = await servePage(content, flags, io)
  const pace = new Pace(fleet, { clock, speed })
  while (!stop.signal.aborted) await pace.pass(TICK_MS, stop.signal)
  await server.stop()
  return 130
}
