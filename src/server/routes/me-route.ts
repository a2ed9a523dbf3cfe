import { instantOf } from '../../domain/plan/step-status.ts'
import type { MeResponse } from '../api/me-response.ts'
import type { UserRequest, UserRoute } from '../http/server-route.ts'
import type { ConsoleWorld } from './console-world.ts'

/** The route that says who one is here. */
export function meRoute(world: ConsoleWorld): UserRoute {
  return {
    method: 'GET',
    path: '/api/v1/me',
    right: 'session',
    effect: 'nothing',
    handle: request => ({ kind: 'json', body: meAnswer(request, world) }),
  }
}

function meAnswer({ session }: UserRequest, { fleet, version, mode, management }: ConsoleWorld): MeResponse {
  const { user, token, expiresAt } = session
  return {
    asOf: instantOf(fleet.asOf),
    version,
    mode,
    ...(user === undefined ? {} : { user }),
    ...(management === undefined ? {} : { management }),
    actions: session.actions(),
    token,
    ...(expiresAt === undefined ? {} : { expiresAt: instantOf(expiresAt) }),
  }
}
