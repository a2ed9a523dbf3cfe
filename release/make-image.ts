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
  return buildImage(await gather(architectures))
}

/** Makes an image that runs on this machine alone, with layers from an earlier time where they are the same: for tests. */
export async function makeLocalImage(): Promise<Image> {
  const own = process.arch === 'arm64' ? 'arm64' : 'amd64'
  return buildImage(await gather([own]), join(cacheFolder(), 'layers'))
}

async function gather(wanted: readonly Architecture[]): Promise<ImageContents> {
  const bundle = await mkdtemp(join(tmpdir(), 'fitout-bundle-'))
  try {
    await bundleFitout(bundle)
    const source = await sourceOf(root)
    const cache = join(cacheFolder(), 'packages')
    return await imageContents({
      product: manifest,
      source,
      pins: readPins(),
      architectures: wanted,
      bundle,
      cache,
    })
  } finally {
    await rm(bundle, { recursive: true, force: true })
  }
}
