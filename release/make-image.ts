import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { bundleFitout } from './contents/bundle.ts'
import { sourceOf } from './contents/source.ts'
import { type Image, type ImageContents, buildImage } from './image/build-image.ts'
import { imageContents } from './image/image-contents.ts'
import { cacheFolder } from './packages/package-cache.ts'
import { type Architecture, architectures, readPins } from './packages/pins.ts'

const root = join(import.meta.dirname, '..')

/** Makes the image of what is checked out, for every platform. */
export async function makeImage(): Promise<Image> {
  return withBundle(async bundle => buildImage(await contentsWith(bundle, architectures)))
}

/** Makes an image of a bundle, of this version or another one, that runs on this machine alone, with layers from an earlier time where they are the same: for tests. */
export async function imageOfBundle(bundle: string, version = manifest.version): Promise<Image> {
  const own = process.arch === 'arm64' ? 'arm64' : 'amd64'
  const { product, ...contents } = await contentsWith(bundle, [own])
  return buildImage({ ...contents, product: { ...product, version } }, join(cacheFolder(), 'layers'))
}

/** What goes into the image, with the bundle of a folder. */
export async function contentsWith(bundle: string, wanted: readonly Architecture[]): Promise<ImageContents> {
  const source = await sourceOf(root)
  const parts = { product: manifest, source, pins: readPins(), architectures: wanted, bundle }
  return imageContents({ ...parts, cache: packageFolder() })
}

/** Bundles the command into a folder that is there while it is used. */
export async function withBundle<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const bundle = await mkdtemp(join(tmpdir(), 'fitout-bundle-'))
  try {
    await bundleFitout(bundle)
    return await use(bundle)
  } finally {
    await rm(bundle, { recursive: true, force: true })
  }
}

/** Where downloaded packages are kept. */
export function packageFolder(): string {
  return join(cacheFolder(), 'packages')
}
