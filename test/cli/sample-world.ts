import type { Io } from '../../src/cli/io/io.ts'
import type { ExitCode } from '../../src/cli/command/exit-code.ts'
import type { Api } from '../../src/engine/api/api.ts'
import type { SimulatedFleet } from '../../src/simulator/fleet/simulated-fleet.ts'
import { simulatedLink } from '../../src/fleet/read/simulated-link.ts'
import type { FleetWorld } from '../../src/cli/fleet/fleet-world.ts'
import { liveFleet } from '../../src/fleet/read/live-fleet.ts'
import type { CommandSetting } from '../../src/cli/fleet/open-fleet.ts'
import { refuseCall } from '../../src/cli/fleet/refuse-call.ts'

const PERSON = 'person@example.com'

/** For tests: the flags of a person who says nothing about the way to a fleet. */
export const way = { kubeconfig: undefined, context: undefined, namespace: undefined }

/** What a test decides about the way to a fleet. */
interface Obstacles {
  /** Puts something between the person and the management cluster. */
  readonly management?: (api: Api) => Api
}

/** For tests: a simulated fleet as a person reaches it, without a network. */
export function sampleWorld(fleet: SimulatedFleet, { management = api => api }: Obstacles = {}): FleetWorld {
  const reached = simulatedLink(fleet, { user: PERSON, refusal: refuseCall })
  const link = { ...reached, management: management(reached.management) }
  return { connect: async () => liveFleet(link), clock: fleet.clock, terminal: async () => undefined }
}

/** For tests: runs a command on a fleet, and lets as much time pass as it needs. */
export async function runOn(
  fleet: SimulatedFleet,
  run: (setting: CommandSetting) => Promise<ExitCode>,
  { io, world = sampleWorld(fleet) }: { readonly io: Io; readonly world?: FleetWorld },
): Promise<ExitCode> {
  let isOver = false
  const running = run({ io, world }).finally(() => (isOver = true))
  await Promise.all([running.catch(() => undefined), fleet.clock.runUntil(() => isOver, 7_200_000)])
  return running
}

/** For tests: says that a controller was at work at that time. */
export function putLease(fleet: SimulatedFleet, renewedAt: number, name = 'fitout-controller'): void {
  const namespace = 'fitout-system'
  const spec = { renewTime: `${new Date(renewedAt).toISOString().slice(0, 19)}.000000Z` }
  fleet.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  fleet.put({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace },
    spec,
  })
}
