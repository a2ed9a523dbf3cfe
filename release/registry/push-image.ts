import type { Image } from '../image/build-image.ts'
import { type Blob, type Descriptor, INDEX, MANIFEST, jsonBlob } from '../image/oci.ts'
import type { RegistryClient } from './registry-client.ts'

/** Pushes an image with what is attached to it. What the registry has already is not sent again. */
export async function pushImage(client: RegistryClient, image: Image, tag: string): Promise<void> {
  const manifests = [...image.blobs.values()].filter(isManifest)
  for (const { descriptor, content } of image.blobs.values()) {
    if (isManifest({ descriptor }) || (await client.hasBlob(descriptor.digest))) continue
    await client.putBlob(descriptor.digest, content)
  }
  // What is named comes before what names it: platforms, then the index, then what is attached to both.
  const attached = new Set(image.attached.map(({ digest }) => digest))
  const platforms = manifests.filter(
    ({ descriptor: { digest, mediaType } }) => mediaType === MANIFEST && !attached.has(digest),
  )
  for (const blob of platforms) await put(client, blob)
  await put(client, blobOf(image, image.index), tag)
  for (const descriptor of image.attached) await pushAttached(client, blobOf(image, descriptor), descriptor)
}

async function pushAttached(client: RegistryClient, blob: Blob, descriptor: Descriptor): Promise<void> {
  const { knowsSubjects } = await put(client, blob)
  if (knowsSubjects) return
  // The specification's way for registries that have no list of referrers: an index under a tag named after the subject.
  const { subject } = JSON.parse(blob.content.toString()) as { subject: Descriptor }
  const tag = subject.digest.replace(':', '-')
  const before = await client.manifest(tag, INDEX)
  const { manifests = [] } = (before ? JSON.parse(before.toString()) : {}) as { manifests?: Descriptor[] }
  const others = manifests.filter(({ digest }) => digest !== descriptor.digest)
  const index = jsonBlob(INDEX, { schemaVersion: 2, mediaType: INDEX, manifests: [...others, descriptor] })
  await put(client, index, tag)
}

async function put(client: RegistryClient, { descriptor, content }: Blob, name = descriptor.digest) {
  return client.putManifest(name, descriptor.mediaType, content)
}

function isManifest({ descriptor }: Pick<Blob, 'descriptor'>): boolean {
  return descriptor.mediaType === MANIFEST || descriptor.mediaType === INDEX
}

function blobOf({ blobs }: Image, { digest }: Descriptor): Blob {
  const blob = blobs.get(digest)
  if (!blob) throw new Error(`cannot push the image: it has no blob ${digest}`)
  return blob
}
