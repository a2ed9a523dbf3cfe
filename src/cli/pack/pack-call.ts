import { PackError } from '../../domain/pack/pack-error.ts'
import { RECORD_FILE } from '../../domain/pack/pack-record.ts'
import type { CommittedPack } from '../../domain/pack/read-pack.ts'
import type { Io } from '../io/io.ts'
import { type FilePlace, placeFrom } from '../io/place.ts'
import { shownPath } from '../io/shown-path.ts'
import { Refusal } from '../command/refusal.ts'
import { findPacks, PACKS } from './find-packs.ts'
import {
  type FluxRelease,
  type PackFlags,
  type PackRequest,
  asksForOptions,
  readFluxRelease,
  readPackRequest,
  wrongUsage,
} from './pack-request.ts'
import { recordedName, recordedNamespace, recordedRequest } from './recorded-request.ts'

/** What the user typed. */
export interface PackCall {
  readonly name: string | undefined
  readonly sources: readonly string[]
  readonly flags: PackFlags & {
    readonly out: string | undefined
    readonly check: boolean
    readonly diff: boolean
    readonly unpack: string | undefined
    readonly output: 'text' | 'json' | undefined
  }
}

/** Whether the call is about all packs of the repository: neither a name nor a folder says which. */
export function isAboutAll({ name, flags }: PackCall): boolean {
  return name === undefined && flags.out === undefined
}

/** The folders of the packs that the call is about. */
export async function targetsOf(call: PackCall, io: Io): Promise<readonly FilePlace[]> {
  if (!isAboutAll(call)) return [targetOf(call, io)]
  refuseOptions(call)
  return findPacks(io.cwd())
}

/** The folder of the one pack that the call is about. */
export function targetOf({ name, flags }: PackCall, io: Io): FilePlace {
  const folder = flags.out ?? (name === undefined ? undefined : `${PACKS}/${name}`)
  if (folder === undefined) throw wrongUsage('give the name of the pack, and what to pack')
  return placeFrom(io.cwd(), folder)
}

/** What is to be made: what the user asks for, or without sources what the record of the pack says. */
export function requestOf(
  call: PackCall,
  { path }: FilePlace,
  committed: CommittedPack | undefined,
): PackRequest {
  const { name, sources, flags } = call
  if (committed && name !== undefined) refuseOtherPack(name, path, committed)
  if (sources.length > 0 && name !== undefined)
    return readPackRequest(name, sources, inItsNamespace(flags, path, committed))
  refuseOptions(call)
  if (committed) return recordedRequest(committed.record, recordFile(path))
  if (name !== undefined) throw wrongUsage(`no source is given for ${name}, and there is no pack in ${path}`)
  throw new Refusal(`cannot read ${shownPath(path)}: there is no ${RECORD_FILE}, so it is not a pack`, {
    fix: 'move it away, or make the pack again from its sources',
  })
}

// Clusters of the namespace that a pack leaves get no more updates: nobody may do that by leaving a flag out.
function inItsNamespace<F extends PackFlags>(
  flags: F,
  path: string,
  committed: CommittedPack | undefined,
): F {
  if (!committed || flags.namespace !== undefined) return flags
  return { ...flags, namespace: recordedNamespace(committed.record, recordFile(path)) }
}

function refuseOptions({ flags }: PackCall): void {
  if (!asksForOptions(flags)) return
  const release = readFluxRelease(flags)
  if (release) throw withoutRelease(release)
  throw wrongUsage('give the sources too: without them a pack is made as its record says')
}

// The addresses of releases redirect, and redirects are not followed: so a person fetches it.
function withoutRelease({ version }: FluxRelease): Refusal {
  return new Refusal(`give the manifests of Flux ${version} too: the file install.yaml of its release`, {
    exitCode: 2,
    hint: `curl --fail --location --remote-name https://github.com/fluxcd/flux2/releases/download/v${version}/install.yaml`,
  })
}

// Its ClusterResourceSets would go from the management cluster, and their ConfigMaps with them.
function refuseOtherPack(name: string, path: string, { record }: CommittedPack): void {
  const other = recordedName(record, recordFile(path))
  if (other === name) return
  throw new PackError(
    'OTHER_PACK',
    `cannot use ${shownPath(path)} for the pack ${name}: it contains the pack ${other}`,
    'choose another --out, or remove that pack first',
  )
}

function recordFile(path: string): string {
  return shownPath(`${path}/${RECORD_FILE}`)
}
