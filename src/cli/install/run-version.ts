import { versionOf } from '../../domain/install/check/read-objects.ts'
import { versionsFit } from '../../domain/install/check/versions-fit.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { ExitCode } from '../command/exit-code.ts'
import type { ConnectionFlags } from '../fleet/fleet-flags.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import { jsonDocument } from '../io/json-document.ts'
import { Refusal } from '../command/refusal.ts'
import { version } from '../command/version.ts'
import { installedResource } from './object-resource.ts'

/** The flags of `fitout version`. */
export interface VersionFlags extends ConnectionFlags {
  readonly client: boolean
  readonly output: 'text' | 'json'
}

interface ControllerVersion {
  readonly deployment: string
  readonly version: string
  readonly compatible: boolean
}

/** Says the version of this command, those of the controllers of a management cluster, and whether they are compatible. */
export async function runVersion(flags: VersionFlags, { io, world }: CommandSetting): Promise<ExitCode> {
  if (flags.output === 'text') io.write(`fitout ${version}\n`)
  const found = flags.client ? [] : await controllersOf(flags, { io, world })
  if (flags.output === 'json') {
    io.write(jsonDocument('Version', { version, ...(found.length === 0 ? {} : { controllers: found }) }))
    return 0
  }
  for (const { deployment, version: running, compatible } of found) {
    io.write(`controller ${running} (${deployment}): ${compatible ? 'compatible' : 'not compatible'}\n`)
  }
  return 0
}

// Who has no management cluster asks for the version of the command.
async function controllersOf(
  flags: VersionFlags,
  { io, world }: CommandSetting,
): Promise<readonly ControllerVersion[]> {
  try {
    const { link } = await world.connect({ 'request-timeout': '5s', ...flags })
    try {
      const resource = installedResource('apps/v1', 'Deployment')
      const { items } = await link.management.list({ resource, labels: 'app.kubernetes.io/name=fitout' })
      return items.map(item => {
        const { namespace = '', name } = item.metadata
        const running = versionOf(item) ?? 'unknown'
        return {
          deployment: `${namespace}/${name}`,
          version: running,
          compatible: versionsFit(version, running),
        }
      })
    } finally {
      link.close()
    }
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof ApiError)) throw error
    const isAsked = flags.kubeconfig !== undefined || flags.context !== undefined
    if (isAsked || io.isVerbose) io.say(`note: the version of the controller is unknown: ${error.message}`)
    return []
  }
}
