import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { bundleFitout } from './contents/bundle.ts'
import { sourceOf } from './contents/source.ts'
import { type Image, buildImage } from './image/build-image.ts'
import { imageContents } from './image/image-contents.ts'
import { cacheFolder } from './packages/package-cache.ts'
import { readPins } from './packages/pins.ts'

const root = join(import.meta.dirname, '..')

/** Makes the image of what is checked out. */
export async function makeImage(): Promise<Image> {
  const bundle = await mkdtemp(join(tmpdir(), 'fitout-bundle-'))
  try {
    await bundleFitout(bundle)
    const source = await sourceOf(root)
    const cache = join(cacheFolder(), 'packages')
    return await buildImage(
      await imageContents({ product: manifest, source, pins: readPins(), bundle, cache }),
    )
  } finally {
    await rm(bundle, { recursive: true, force: true })
  }
}
