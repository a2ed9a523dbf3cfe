import { resources } from '../../controller/world/resources.ts'
import { isFresh } from '../../domain/install/check/check-lease.ts'
import { installed, installLabels } from '../../domain/install/installed-object.ts'
import { counted } from '../../domain/text/counted.ts'
import type { Selection } from '../../engine/api/api.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { durationFlag } from '../command/duration-flag.ts'
import { callManagement } from '../../fleet/link/call-management.ts'
import type { ConnectionFlags } from '../fleet/fleet-flags.ts'
import type { Link } from '../../fleet/link/link.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import type { Io } from '../io/io.ts'
import { sayTry } from '../command/say.ts'
import { Refusal } from '../command/refusal.ts'
import { installedName, installedResource } from './object-resource.ts'
import { retryThrottled } from './retry-throttled.ts'
import { type Removal, findRemoval } from './removal.ts'
import { installNamespace, refuseManaged, remove } from './run-install.ts'

/** The flags of `fitout uninstall`. */
export interface UninstallFlags extends ConnectionFlags {
  readonly yes: boolean
  readonly 'close-gates': boolean
  readonly crds: boolean
  readonly timeout: string
}

/** Removes Fitout. Without `--yes` it only says what goes and what stays. */
export async function runUninstall(flags: UninstallFlags, { io, world }: CommandSetting): Promise<ExitCode> {
  const namespace = installNamespace(flags.namespace)
  const timeoutMs = durationFlag('timeout', flags.timeout, '5m')
  const { link } = await world.connect(flags)
  try {
    const removal = await callManagement(
      link,
      { what: 'find what is installed', right: 'list deployments' },
      () => retryThrottled(link, () => findRemoval(link.management, namespace)),
    )
    for (const controller of removal.controllers) refuseManaged(controller, 'uninstall')
    const lines = removalLines(removal, flags)
    if (lines.goes.length === 0) {
      io.say(`Fitout is not installed in namespace ${namespace}`)
      return 0
    }
    if (!flags.yes) return tell(lines, { io, command: commandOf(flags) })
    if (flags['close-gates']) demandController(link, removal)
    await carryOut(link, removal, { flags, io, namespace, timeoutMs })
    for (const line of lines.stays) io.say(`kept: ${line}`)
    return 0
  } finally {
    link.close()
  }
}

// Without one, nobody would take the labels back.
function demandController({ clock }: Link, { rest, fitouts }: Removal): void {
  const leases = rest.filter(({ kind }) => kind === 'Lease')
  if (fitouts.length === 0 || leases.some(lease => isFresh(lease, clock.now()))) return
  throw new Refusal('cannot close the gates: no controller runs; nothing was removed', {
    hint: 'fitout check',
  })
}

interface Lines {
  readonly goes: readonly string[]
  readonly stays: readonly string[]
}

function removalLines(removal: Removal, flags: UninstallFlags): Lines {
  const { gatePolicies, controllers, rest, crds, namespace, fitouts, clusterFitouts, handOvers } = removal
  const closes = flags['close-gates']
  const plans = [
    ...(fitouts.length > 0 ? [counted(fitouts.length, 'Fitout')] : []),
    ...(clusterFitouts > 0 ? [counted(clusterFitouts, 'ClusterFitout')] : []),
  ].join(' and ')
  const objects = [...gatePolicies, ...controllers, ...rest, ...(flags.crds ? crds : [])]
  const goes = [
    ...(closes && fitouts.length > 0 ? [`${plans}; the controller then closes their gates`] : []),
    ...objects.map(installedName),
    ...(namespace ? [`Namespace ${namespace.metadata.name}, with everything in it`] : []),
    ...(flags.crds && !closes && plans !== '' ? [`${plans}, with their CRDs`] : []),
  ]
  const stays = [
    'everything that was delivered to clusters',
    ...(closes ? [] : ['open gates: Cluster API and Flux keep delivering']),
    ...(closes || handOvers === 0 ? [] : [`${counted(handOvers, 'hand-over')}, with their current values`]),
    ...(flags.crds || crds.length === 0 ? [] : ['the CRDs of Fitout and ClusterFitout: --crds removes them']),
    ...(flags.crds || closes || plans === '' ? [] : [plans]),
    ...(removal.isShared ? ['roles, policies and CRDs: another installation uses them'] : []),
  ]
  return { goes, stays }
}

function tell(
  { goes, stays }: Lines,
  { io, command }: { readonly io: Io; readonly command: string },
): ExitCode {
  for (const line of goes) io.write(`removes: ${line}\n`)
  for (const line of stays) io.write(`keeps:   ${line}\n`)
  io.say('nothing was removed: this was a dry run')
  sayTry(io, command)
  return 0
}

function commandOf(flags: UninstallFlags): string {
  return [
    'fitout uninstall --yes',
    ...(flags['close-gates'] ? ['--close-gates'] : []),
    ...(flags.crds ? ['--crds'] : []),
    ...(flags.namespace === undefined || flags.namespace === installed.namespace
      ? []
      : [`--namespace ${flags.namespace}`]),
  ].join(' ')
}

interface Order {
  readonly flags: UninstallFlags
  readonly io: Io
  readonly namespace: string
  readonly timeoutMs: number
}

// The policy for gates before the kind that it asks for; gates while the controller runs; its account after it.
async function carryOut(
  link: Link,
  removal: Removal,
  { flags, io, namespace, timeoutMs }: Order,
): Promise<void> {
  const gone = (what: string, selection: Selection) => untilGone(link, { what, selection, timeoutMs })
  for (const object of removal.gatePolicies) await remove(link, object, io)
  if (flags['close-gates'] && removal.fitouts.length > 0) {
    for (const fitout of removal.fitouts) await remove(link, fitout, io)
    await gone('ClusterFitouts', { resource: resources.clusterFitout })
    io.say('the gates are closed')
  }
  for (const object of removal.controllers) await remove(link, object, io)
  const labels = Object.entries(installLabels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',')
  if (removal.controllers.length > 0) {
    await gone('Pods of the controller', { resource: installedResource('v1', 'Pod'), namespace, labels })
  }
  for (const object of removal.rest) await remove(link, object, io)
  if (flags.crds) for (const object of removal.crds) await remove(link, object, io)
  if (removal.namespace) await remove(link, removal.namespace, io)
}

interface Gone {
  readonly what: string
  readonly selection: Selection
  readonly timeoutMs: number
}

async function untilGone(link: Link, { what, selection, timeoutMs }: Gone): Promise<void> {
  const started = link.clock.elapsed()
  const asked = { what: `list ${selection.resource.plural}`, right: `list ${selection.resource.plural}` }
  while ((await callManagement(link, asked, () => retryThrottled(link, () => count(link, selection)))) > 0) {
    if (link.clock.elapsed() - started >= timeoutMs) {
      throw new Refusal(`cannot uninstall Fitout: ${what} still exist; the rest was not removed`, {
        exitCode: 3,
        hint: 'fitout check',
      })
    }
    await link.clock.sleep(1_000)
  }
}

async function count(link: Link, selection: Selection): Promise<number> {
  try {
    return (await link.management.list(selection)).items.length
  } catch (error) {
    if (hasCode(error, 'NotServed')) return 0
    throw error
  }
}
