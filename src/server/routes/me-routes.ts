import { instantOf } from '../../domain/plan/step-status.ts'
import type { AllowedAction, ForgeInfo, MeResponse } from '../api/me-response.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import { readForgeToken } from '../http/read-forge-token.ts'
import type { UserRequest, UserRoute } from '../http/server-route.ts'
import type { ConsoleWorld } from './console-world.ts'
import { unavailable } from './git-routes.ts'

/** Who one is here, and the token that one gives for the Git host. */
export function meRoutes(world: ConsoleWorld): readonly UserRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/me',
      right: 'session',
      effect: 'nothing',
      handle: request => ({ kind: 'json', body: meAnswer(request, world) }),
    },
    {
      method: 'PUT',
      path: '/api/v1/me/forge-token',
      right: 'session',
      effect: 'session',
      handle: request => {
        if (!world.git) throw new HttpRefusal('BadRequest', 'cannot keep a token: no Git host is configured')
        request.session.keepForgeToken(readForgeToken(request.body))
        return { kind: 'json', body: meAnswer(request, world) }
      },
    },
  ]
}

function meAnswer({ session }: UserRequest, world: ConsoleWorld): MeResponse {
  const { fleet, version, mode, management } = world
  const { user, token, expiresAt } = session
  const hasToken = session.forgeToken() !== undefined
  const forge = forgeOf(world, hasToken)
  return {
    asOf: instantOf(fleet.asOf),
    version,
    mode,
    ...(user === undefined ? {} : { user }),
    ...(management === undefined ? {} : { management }),
    actions: [...session.actions(), ...gitActions(world, hasToken)],
    ...(forge === undefined ? {} : { forge }),
    token,
    ...(expiresAt === undefined ? {} : { expiresAt: instantOf(expiresAt) }),
  }
}

function forgeOf({ git }: ConsoleWorld, hasToken: boolean): ForgeInfo | undefined {
  return git && { kind: git.place.kind, name: git.name, hasToken, takesToken: true }
}

function gitActions({ git }: ConsoleWorld, hasToken: boolean): readonly AllowedAction[] {
  const reason = unavailable(git, hasToken)
  const may = { isAllowed: reason === undefined, ...(reason === undefined ? {} : { reason }) }
  return [
    { action: 'checkDraft', ...may },
    { action: 'openMergeRequest', ...may },
  ]
}
