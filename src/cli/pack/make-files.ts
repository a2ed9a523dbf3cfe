import { isAbsolute, relative } from 'node:path'
import { installFlux } from '../../domain/flux-install/install-flux.ts'
import { FluxInstallError } from '../../domain/flux-install/flux-install-error.ts'
import { makePack, type Pack } from '../../domain/pack/make-pack.ts'
import { type Manifest, manifestOf } from '../../domain/pack/manifest.ts'
import { formatProblem, type PackProblem } from '../../domain/pack/pack-problem.ts'
import type { SourceRecord } from '../../domain/pack/pack-record.ts'
import { readManifests } from '../../domain/pack/read-manifests.ts'
import { renderPack } from '../../domain/pack/render-pack.ts'
import { counted } from '../../domain/text/counted.ts'
import type { Io } from '../io/io.ts'
import { Refusal } from '../command/refusal.ts'
import { type ReadSource, readSources, type SourceWorld } from '../sources/read-sources.ts'
import { SourceReadError, type SourceReadErrorCode } from '../sources/source-read-error.ts'
import type { FluxRelease, PackRequest } from './pack-request.ts'
import { fluxRecord } from './recorded-request.ts'

/** A pack and its files. */
export interface MadeFiles {
  readonly pack: Pack
  readonly files: ReadonlyMap<string, string>
}

/** Where sources come from; tests have no network. */
export type PackWorld = Omit<SourceWorld, 'io'>

/** Reads the sources and makes the files of the pack. What is wrong with them is said, all at once, and refused. */
export async function makeFiles(request: PackRequest, io: Io, world: PackWorld = {}): Promise<MadeFiles> {
  const sources = await reading(() => readSources(request.sources, { io, ...world }))
  const read = readManifests(sources)
  refuseErrors(request.name, read.problems, io)
  const manifests = request.flux ? fluxManifests(read.manifests, request.flux) : read.manifests
  const { name, options, flux } = request
  const made = makePack({ name, version: flux && `v${flux.version}`, manifests, options })
  refuseErrors(name, made.problems, io)
  if (!made.ok) throw new TypeError('a pack without errors must have been made')
  const files = renderPack(made.pack, {
    sources: sources.map(source => recorded(source, io.cwd())),
    flux: flux && fluxRecord(flux),
  })
  return { pack: made.pack, files }
}

/** Reads a release of Flux and returns what `flux install` makes of it. */
export async function readFluxManifests(
  sources: readonly string[],
  release: FluxRelease,
  { io, world = {} }: { readonly io: Io; readonly world?: PackWorld },
): Promise<readonly Manifest['content'][]> {
  const { manifests, problems } = readManifests(await reading(() => readSources(sources, { io, ...world })))
  refuseErrors('flux', problems, io)
  return fluxManifests(manifests, release).map(({ content }) => content)
}

function recorded({ path, argument, bytes, sha256 }: ReadSource, cwd: string): SourceRecord {
  const from = argument === path ? undefined : seenFrom(cwd, argument)
  return { path: seenFrom(cwd, path), from, bytes, sha256 }
}

// Seen from where the command runs, so that the record means the same on every machine.
function seenFrom(cwd: string, path: string): string {
  const inside = isAbsolute(path) ? relative(cwd, path) : path
  return inside === '' || inside === '..' || inside.startsWith('../') ? path : inside
}

function refuseErrors(name: string, problems: readonly PackProblem[], io: Io): void {
  for (const problem of problems) io.say(formatProblem(problem))
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  const isUnreadable = errors.some(({ code }) => code === 'BAD_YAML' || code === 'NOT_AN_OBJECT')
  throw new Refusal(`cannot pack ${name}: ${counted(errors.length, 'error')}`, {
    exitCode: isUnreadable ? 2 : 1,
  })
}

function fluxManifests(
  manifests: readonly Manifest[],
  { version, options }: FluxRelease,
): readonly Manifest[] {
  const place = manifests[0]?.place ?? (() => ({ path: '', line: 1, column: 1 }))
  try {
    const objects = installFlux(
      manifests.map(({ content }) => content),
      version,
      options,
    )
    return objects.map(content => manifestOf(content, place))
  } catch (error) {
    if (!(error instanceof FluxInstallError)) throw error
    const { path, line, column } = manifests[error.index ?? 0]?.place() ?? place()
    throw new Refusal(`cannot install Flux from ${path}:${line}:${column}: ${error.reason}`, {
      fix: `${error.code === 'WRONG_VERSION' ? 'give the version of the file with --version, or ' : ''}take the install.yaml of the release: https://github.com/fluxcd/flux2/releases/tag/v${version}`,
    })
  }
}

const unreachable = new Set<SourceReadErrorCode>(['NOT_TRUSTED', 'TIMED_OUT', 'UNREACHABLE'])
const refused = new Set<SourceReadErrorCode>(['OTHER_DIGEST', 'PRIVATE_ADDRESS', 'REDIRECTED'])

async function reading<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof SourceReadError)) throw error
    const exitCode = unreachable.has(error.code) ? 4 : refused.has(error.code) ? 1 : 2
    throw new Refusal(error.message, { exitCode })
  }
}
