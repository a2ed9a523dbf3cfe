import { withOwnFacts } from '../../domain/compat/own-facts.ts'
import { selectorOf } from '../../domain/labels/selector.ts'
import type { AllowedAction } from '../../server/api/me-response.ts'
import { localIdentity } from '../../server/identity/local-identity.ts'
import type { ExitCode } from '../command/exit-code.ts'
import type { ConnectionFlags } from '../fleet/fleet-flags.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import { findFleetGit } from './find-fleet-git.ts'
import { type PageFlags, servePage } from './serve-page.ts'

const actions: readonly AllowedAction[] = [
  { action: 'logOut', isAllowed: false, reason: 'this console needs no login' },
]

/** Serves the console until it is told to end. */
export async function runConsole(
  flags: ConnectionFlags & PageFlags,
  { io, world }: CommandSetting,
): Promise<ExitCode> {
  const stopped = io.whenStopped()
  const { git, token: forgeToken, repository } = await findFleetGit(io)
  const { link, mayListAll } = await world.connect(flags)
  try {
    // Asked in front of all: whoever may not, or reaches nobody, is told so here and not on a page.
    const isForAll = flags.namespace === undefined && (await mayListAll())
    const namespace = isForAll ? undefined : (flags.namespace ?? link.namespace)
    if (!isForAll && flags.namespace === undefined)
      io.say(
        `note: you are not allowed to list clusters in all namespaces; only namespace "${namespace}" is shown`,
      )
    const { context, address } = link
    const user = { name: context, groups: [] }
    const local = { mode: 'local', user, link, isPartial: !isForAll, actions: () => actions } as const
    const server = await servePage(
      {
        identity: localIdentity({ ...local, forgeToken }),
        link,
        scope: { namespace, selector: selectorOf([]) },
        clock: world.clock,
        management: { context, address },
        facts: withOwnFacts(repository?.compat?.facts ?? []),
        git,
      },
      flags,
      io,
    )
    await stopped
    await server.stop()
    return 130
  } finally {
    link.close()
  }
}
