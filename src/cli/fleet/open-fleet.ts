import { withinScope } from '../../domain/fleet/within-scope.ts'
import { parseSelector } from '../../domain/labels/parse-selector.ts'
import { SelectorError } from '../../domain/labels/selector-error.ts'
import type { Selector } from '../../domain/labels/selector.ts'
import type { Io } from '../io/io.ts'
import { Refusal } from '../command/refusal.ts'
import type { ScopeFlags, ConnectionFlags } from './fleet-flags.ts'
import type { FleetSource } from '../../fleet/link/fleet-source.ts'
import type { Link } from '../../fleet/link/link.ts'
import type { FleetWorld } from './fleet-world.ts'
import { snapshotSource } from './snapshot-source.ts'

/** Where a command looks for clusters. */
export interface FleetFlags extends ConnectionFlags, ScopeFlags {
  readonly snapshot?: string | undefined
}

/** A fleet to ask. The link is there if it is a live one. */
export interface OpenFleet {
  readonly source: FleetSource
  readonly link: Link | undefined
  readonly close: () => void
}

/** What a command runs in. */
export interface CommandSetting {
  readonly io: Io
  readonly world: FleetWorld
}

/** Opens the fleet that the flags name: a file, or a management cluster. */
export async function openFleet(flags: FleetFlags, { io, world }: CommandSetting): Promise<OpenFleet> {
  const selector = readSelector(flags.selector)
  if (flags.snapshot === undefined) return openLive(flags, selector, { io, world })
  const file = snapshotSource(flags.snapshot, io)
  const scope = { namespace: flags.namespace, selector }
  const read = async () => withinScope(await file.read(), scope)
  const follow = async function* () {
    yield await read()
  }
  return { source: { ...file, read, follow }, link: undefined, close: () => undefined }
}

async function openLive(
  flags: FleetFlags,
  selector: Selector,
  { io, world }: CommandSetting,
): Promise<OpenFleet> {
  const { link, source, mayListAll } = await world.connect(flags)
  const isForAll = flags['all-namespaces'] === true || flags.namespace !== undefined || (await mayListAll())
  const namespace = isForAll ? flags.namespace : link.namespace
  if (!isForAll) {
    io.say(
      `note: you are not allowed to list clusters in all namespaces; only namespace "${link.namespace}" is shown`,
    )
  }
  return { source: source({ namespace, selector }), link, close: link.close }
}

function readSelector(text: string | undefined): Selector {
  try {
    return parseSelector(text ?? '')
  } catch (error) {
    if (error instanceof SelectorError)
      throw new Refusal(`flag "--selector": ${error.message}`, { exitCode: 2 })
    throw error
  }
}
