import { selectorOf } from '../../domain/labels/selector.ts'
import type { AllowedAction } from '../../server/api/me-response.ts'
import { auditLog } from '../../server/identity/audit-log.ts'
import { oidcIdentity } from '../../server/identity/oidc-identity.ts'
import { OidcProvider } from '../../server/identity/oidc-provider.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { Refusal } from '../command/refusal.ts'
import type { ConnectionFlags } from '../fleet/fleet-flags.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import { fleetGitAt } from './find-fleet-git.ts'
import type { LoginSettings } from './login-settings.ts'
import { serveHosted } from './serve-page.ts'

const scope = { namespace: undefined, selector: selectorOf([]) }

const actions: readonly AllowedAction[] = [{ action: 'logOut', isAllowed: true }]

/** Serves the console behind a login until it is told to end. Each user sees what Kubernetes lets that user see. */
export async function runLoginConsole(
  { listen, publicUrl, oidc, git }: LoginSettings,
  flags: ConnectionFlags,
  { io, world }: CommandSetting,
): Promise<ExitCode> {
  const stopped = io.whenStopped()
  const { link, mayListAll } = await world.connect(flags)
  try {
    if (!(await mayListAll()))
      throw new Refusal('the console is not allowed to list clusters in all namespaces', {
        exitCode: 4,
        fix: 'give it the ClusterRole fitout-console: deploy/console',
      })
    const { clock } = world
    const identity = oidcIdentity({
      publicUrl,
      provider: new OidcProvider(oidc, clock),
      link,
      actions: () => actions,
      audit: auditLog(io.write, clock),
      clock,
    })
    const { context, address } = link
    const server = await serveHosted(
      { identity, link, scope, clock, management: { context, address }, git: git && fleetGitAt(git) },
      { listen, io },
    )
    io.say(`serving the console for ${publicUrl.href}`)
    await stopped
    await server.stop()
    return 130
  } finally {
    link.close()
  }
}
