import type { CompatFacts } from '../domain/compat/component-facts.ts'
import { withOwnFacts } from '../domain/compat/own-facts.ts'
import type { FleetScope } from '../domain/fleet/within-scope.ts'
import type { Clock } from '../engine/clock.ts'
import type { Link } from '../fleet/link/link.ts'
import type { FleetGit } from './git/fleet-git.ts'
import type { MeResponse } from './api/me-response.ts'
import { ConsoleFleet } from './fleet/console-fleet.ts'
import type { ConsoleFiles } from './http/console-files.ts'
import type { ConsoleIdentity } from './http/console-identity.ts'
import { type RunningConsole, serveConsole } from './http/serve-console.ts'
import { UserLimits } from './http/user-limits.ts'
import { consoleRoutes } from './routes/console-routes.ts'
import type { ConsoleWorld } from './routes/console-world.ts'
import type { DemoStage } from './routes/demo-routes.ts'
import { StreamHub } from './stream/stream-hub.ts'

/** What the console is started with. */
export interface ConsoleStart {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  readonly files: ConsoleFiles
  readonly identity: ConsoleIdentity
  /** The fleet that is followed, once for all users. */
  readonly link: Link
  readonly scope: FleetScope
  /** The time of the people in front of it. */
  readonly clock: Clock
  readonly version: string
  readonly management?: MeResponse['management']
  readonly facts?: CompatFacts
  /** The fleet repository on its Git host. */
  readonly git?: FleetGit | undefined
  readonly demo?: DemoStage
  readonly onFailure: (error: unknown) => void
}

/** Follows the fleet and serves the console until it is stopped, or throws a ListenError. */
export async function startConsole(start: ConsoleStart): Promise<RunningConsole> {
  const { link, scope, clock, identity, onFailure, facts = withOwnFacts([]) } = start
  const fleet = new ConsoleFleet({ link, scope, clock, onFailure })
  const streams = new StreamHub({ fleet, clock, knowledge: { facts } })
  const world: ConsoleWorld = {
    fleet,
    streams,
    version: start.version,
    mode: identity.mode,
    management: start.management,
    facts,
    git: start.git,
  }
  const routes = consoleRoutes(world, { identity, demo: start.demo })
  const server = await serveConsole({ ...start, routes, userLimits: new UserLimits(clock) })
  fleet.start()
  streams.start()
  return {
    port: server.port,
    stop: async () => {
      await streams.stop()
      await server.stop()
      await fleet.stop()
    },
  }
}
