import { type Entry, file } from './entry.ts'
import type { Image } from './build-image.ts'
import { INDEX, jsonBlob } from './oci.ts'

/** The files of an OCI image layout: what `skopeo copy oci:…`, `crane push` and our own push read. */
export function layoutEntries({ index, attached, blobs }: Image, tag: string): readonly Entry[] {
  const named = { ...index, annotations: { 'org.opencontainers.image.ref.name': tag } }
  const top = jsonBlob(INDEX, { schemaVersion: 2, mediaType: INDEX, manifests: [named, ...attached] })
  return [
    file('oci-layout', '{"imageLayoutVersion":"1.0.0"}'),
    file('index.json', top.content),
    ...[...blobs].map(([digest, { content }]) => file(`blobs/${digest.replace(':', '/')}`, content)),
  ]
}
