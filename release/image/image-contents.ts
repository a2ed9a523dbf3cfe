import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BillOfMaterials,
  type Product,
  billOfMaterials,
  runtimeComponents,
} from '../contents/bill-of-materials.ts'
import type { Source } from '../contents/provenance.ts'
import { debianFiles } from '../packages/debian.ts'
import { npmFiles } from '../packages/npm.ts'
import { type Architecture, type Pins, pinsOf } from '../packages/pins.ts'
import type { ImageContents, PlatformContents } from './build-image.ts'
import { file } from './entry.ts'
import { folderEntries } from './folder-entries.ts'
import { type PackageFiles, baseEntries, nodeEntries } from './runtime-layers.ts'

const root = join(import.meta.dirname, '..', '..')

interface Inputs {
  readonly product: Product & { readonly description: string }
  readonly source: Source
  readonly pins: Pins
  readonly architectures: readonly Architecture[]
  /** The folder of the bundle. */
  readonly bundle: string
  /** The folder that keeps downloads. */
  readonly cache: string
}

/** Gathers all that goes into the image. */
export async function imageContents({
  product,
  source,
  pins,
  architectures,
  bundle,
  cache,
}: Inputs): Promise<ImageContents> {
  const own = file('usr/share/doc/fitout/copyright', await readFile(join(root, 'LICENSE')))
  const files = [...(await folderEntries(bundle, 'usr/lib/fitout')), own]
  const bill = JSON.parse(await readFile(join(bundle, 'sbom.cdx.json'), 'utf8')) as BillOfMaterials
  const platform = async (architecture: Architecture): Promise<PlatformContents> => {
    const pinned = pinsOf(pins, architecture)
    const debian = await filesOf(pinned.debian, pin => debianFiles(pin, cache))
    const npm = await filesOf(pinned.npm, pin => npmFiles(pin, cache))
    return {
      layers: [baseEntries(debian), nodeEntries(npm), files],
      bill: billOfMaterials(product, [...bill.components, ...runtimeComponents(pinned)]),
    }
  }
  const platforms: Partial<Record<Architecture, PlatformContents>> = {}
  for (const architecture of architectures) platforms[architecture] = await platform(architecture)
  return { product, source, pins, platforms }
}

async function filesOf<P extends { readonly name: string }>(
  pins: readonly P[],
  read: (pin: P) => Promise<PackageFiles extends ReadonlyMap<string, infer F> ? F : never>,
): Promise<PackageFiles> {
  return new Map(await Promise.all(pins.map(async pin => [pin.name, await read(pin)] as const)))
}
