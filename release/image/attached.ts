import { type Blob, type Descriptor, MANIFEST, blobOf, jsonBlob } from './oci.ts'

const EMPTY = blobOf('application/vnd.oci.empty.v1+json', Buffer.from('{}'))

/** What is attached to an image: a document, and who it is about. */
export interface Attached {
  readonly subject: Descriptor
  readonly mediaType: string
  readonly document: object
}

/** The blobs by which a registry finds a document from its subject, the manifest last. */
export function attach({ subject, mediaType, document }: Attached): readonly [Blob, Blob, Blob] {
  const layer = jsonBlob(mediaType, document)
  const manifest = jsonBlob(MANIFEST, {
    schemaVersion: 2,
    mediaType: MANIFEST,
    artifactType: mediaType,
    config: EMPTY.descriptor,
    layers: [layer.descriptor],
    subject: { mediaType: subject.mediaType, digest: subject.digest, size: subject.size },
  })
  const descriptor = { ...manifest.descriptor, artifactType: mediaType }
  return [EMPTY, layer, { ...manifest, descriptor }]
}
