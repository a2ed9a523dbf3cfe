import { lstatSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { AddOn } from '../../domain/repository/add-on-schema.ts'
import { PACKS_FOLDER } from '../../scaffold/places.ts'
import { Refusal } from '../command/refusal.ts'
import type { Io } from '../io/io.ts'
import type { PackWorld } from '../pack/make-files.ts'
import { runPack } from '../pack/run-pack.ts'
import type { FoundRepository } from '../repository/find-repository.ts'

interface Packing {
  readonly addOn: AddOn
  readonly manifests: readonly string[]
  readonly found: FoundRepository
  readonly isDryRun: boolean
}

/** Makes the pack of an add-on from the manifests that were given, or from their address. One that is there stays unless some were given. */
export async function packAddOn(
  { addOn, manifests, found, isDryRun }: Packing,
  { io, world }: { readonly io: Io; readonly world: PackWorld },
): Promise<void> {
  const { name, version, manifests: origin } = addOn
  const isThere =
    lstatSync(join(found.root.location, PACKS_FOLDER, name), { throwIfNoEntry: false }) !== undefined
  if (isThere && manifests.length === 0) return
  const number = version.replace(/^v/, '')
  const url = origin?.url?.replaceAll('${version}', number)
  const sources = manifests.length > 0 ? manifests : url === undefined ? [] : [url]
  if (sources.length === 0) throw needsManifests(addOn, number)
  if (isDryRun) return
  const isFlux = origin?.isFlux === true
  const { flux } = found.repository.namespaces
  const flags = {
    ...noFlags,
    version: isFlux ? number : undefined,
    'flux-namespace': isFlux && flux !== 'flux-system' ? flux : undefined,
  }
  // The record of a pack names its sources seen from the root, where `fitout pack --check` runs.
  const seen = sources.map(source => fromRoot(source, found, io))
  await runPack({ name, sources: seen, flags }, { ...io, cwd: () => found.root.location }, world)
}

function fromRoot(source: string, { root }: FoundRepository, io: Io): string {
  return source === '-' || source.startsWith('https://')
    ? source
    : relative(root.location, resolve(io.cwd(), source))
}

function needsManifests({ name, manifests }: AddOn, version: string): Refusal {
  const command = manifests?.command?.replaceAll('${version}', version)
  return new Refusal(`add-on ${name} comes as a pack, and needs its manifests`, {
    exitCode: 2,
    fix:
      command === undefined
        ? `give them: fitout add ${name} <file>`
        : `${command} > ${name}.yaml, then: fitout add ${name} ${name}.yaml`,
  })
}

const noFlags = {
  out: undefined,
  selector: undefined,
  namespace: undefined,
  strategy: undefined,
  'cluster-api': undefined,
  'strip-descriptions': false,
  'server-side': false,
  components: undefined,
  'components-extra': undefined,
  'network-policy': undefined,
  registry: undefined,
  'image-pull-secret': undefined,
  'toleration-keys': undefined,
  'log-level': undefined,
  'watch-all-namespaces': undefined,
  'cluster-domain': undefined,
  check: false,
  diff: false,
  unpack: undefined,
  output: undefined,
} as const
