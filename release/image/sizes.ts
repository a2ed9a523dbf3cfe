import type { Image } from './build-image.ts'
import type { Descriptor } from './oci.ts'

/** One line for each platform: how much is pulled, layer by layer. */
export function sizeLines({ index, blobs }: Image): readonly string[] {
  const read = ({ digest }: Descriptor) =>
    JSON.parse(blobs.get(digest)?.content.toString() ?? '{}') as {
      readonly manifests?: readonly Descriptor[]
      readonly layers?: readonly Descriptor[]
    }
  return (read(index).manifests ?? []).map(manifest => {
    const sizes = (read(manifest).layers ?? []).map(({ size }) => size)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    return `${manifest.platform?.architecture} ${megabytes(total)} MB: ${sizes.map(megabytes).join(' + ')}`
  })
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
