import { randomBytes } from 'node:crypto'
import type { SecretValue } from '../../domain/hand-over/secret-value.ts'
import type { Link } from '../../fleet/link/link.ts'
import type { AllowedAction, MeResponse } from '../api/me-response.ts'
import type { ConsoleIdentity, FleetAccess, UserSession } from '../http/console-identity.ts'
import { readOnlyLink } from './read-only-link.ts'

/** Who runs the server on this machine, and what this person may do. */
export interface LocalUser {
  readonly mode: Exclude<MeResponse['mode'], 'login'>
  readonly user: MeResponse['user']
  readonly link: Link
  /** Whether the fleet that is followed is less than all namespaces: then the kubeconfig does not allow more. */
  readonly isPartial: boolean
  readonly actions: () => readonly AllowedAction[]
  /** The one of the environment. */
  readonly forgeToken?: SecretValue | undefined
}

const ownNames = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Everybody on this machine is the user who runs the server, as long as the browser asks for this machine by its own
 * name. Other pages can send requests here, too: they do not know the token, which is another one each time.
 */
export function localIdentity({
  mode,
  user,
  link,
  isPartial,
  actions,
  forgeToken: first,
}: LocalUser): ConsoleIdentity {
  const everything: FleetAccess = { key: '*', isPartial, maySee: () => true }
  let forgeToken = first
  const session: UserSession = {
    id: 'local',
    user,
    token: randomBytes(32).toString('base64url'),
    expiresAt: undefined,
    isAlive: () => true,
    reader: { access: async () => everything, link: readOnlyLink(link) },
    actions,
    forgeToken: () => forgeToken,
    keepForgeToken: token => {
      forgeToken = token
    },
  }
  return {
    mode,
    isOwnHost: host => ownNames.has(host.replace(/:\d{1,5}$/, '')),
    sessionOf: async () => session,
    routes: [],
    isSecure: false,
  }
}
