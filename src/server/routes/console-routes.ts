import type { ConsoleIdentity } from '../http/console-identity.ts'
import type { ServerRoute } from '../http/server-route.ts'
import type { ConsoleWorld } from './console-world.ts'
import { type DemoStage, demoRoutes } from './demo-routes.ts'
import { fleetRoutes } from './fleet-routes.ts'
import { gitRoutes } from './git-routes.ts'
import { meRoutes } from './me-routes.ts'

/** What a server may have beside the routes that all have. */
export interface RouteExtras {
  readonly identity: Pick<ConsoleIdentity, 'routes'>
  readonly demo?: DemoStage | undefined
}

/** All that can be called. None of it writes to a cluster: a test walks this table. */
export function consoleRoutes(world: ConsoleWorld, { identity, demo }: RouteExtras): readonly ServerRoute[] {
  return [
    ...fleetRoutes(world),
    ...gitRoutes(world),
    ...meRoutes(world),
    ...(demo ? demoRoutes(demo, world.fleet) : []),
    ...identity.routes,
  ]
}
