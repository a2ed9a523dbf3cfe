import type { BillOfMaterials, Product } from '../contents/bill-of-materials.ts'
import { type Source, provenance } from '../contents/provenance.ts'
import { type Architecture, type Pins, architectures } from '../packages/pins.ts'
import { attach } from './attached.ts'
import type { Entry } from './entry.ts'
import { type Layer, packLayer } from './layer.ts'
import { type Blob, type Descriptor, INDEX, MANIFEST, jsonBlob } from './oci.ts'

/** What the image of one platform is made of. The layers that change least come first. */
export interface PlatformContents {
  readonly layers: readonly (readonly Entry[])[]
  readonly bill: BillOfMaterials
}

/** All that an image is made of: the same contents give the same digests. */
export interface ImageContents {
  readonly product: Product & { readonly description: string }
  readonly source: Source
  readonly pins: Pins
  readonly platforms: Readonly<Partial<Record<Architecture, PlatformContents>>>
}

/** An image of several platforms, with what is attached to it. */
export interface Image {
  readonly index: Descriptor
  /** Manifests that name one of the image as their subject. */
  readonly attached: readonly Descriptor[]
  readonly blobs: ReadonlyMap<string, Blob>
}

/** Makes the image. A cache keeps packed layers: for a build that is tried again and again, not for a release. */
export async function buildImage(contents: ImageContents, layerCache?: string): Promise<Image> {
  const { product, source, pins } = contents
  const blobs: Blob[] = []
  const manifests: Descriptor[] = []
  const attached: Descriptor[] = []
  for (const architecture of architectures) {
    const platform = contents.platforms[architecture]
    if (!platform) continue
    const { layers, bill } = platform
    const packed = await packEach(layers, layerCache)
    const config = jsonBlob(
      'application/vnd.oci.image.config.v1+json',
      configOf(contents, architecture, packed),
    )
    const manifest = jsonBlob(MANIFEST, {
      schemaVersion: 2,
      mediaType: MANIFEST,
      config: config.descriptor,
      layers: packed.map(({ descriptor }) => descriptor),
      annotations: labelsOf(contents),
    })
    const about = attach({
      subject: manifest.descriptor,
      mediaType: 'application/vnd.cyclonedx+json',
      document: bill,
    })
    blobs.push(...packed, config, manifest, ...about)
    manifests.push({ ...manifest.descriptor, platform: { os: 'linux', architecture } })
    attached.push(about[2].descriptor)
  }
  const index = jsonBlob(INDEX, {
    schemaVersion: 2,
    mediaType: INDEX,
    manifests,
    annotations: labelsOf(contents),
  })
  const statement = provenance({ name: product.name, digest: index.descriptor.digest }, source, pins)
  const about = attach({
    subject: index.descriptor,
    mediaType: 'application/vnd.in-toto+json',
    document: statement,
  })
  blobs.push(index, ...about)
  return {
    index: index.descriptor,
    attached: [...attached, about[2].descriptor],
    blobs: new Map(blobs.map(blob => [blob.descriptor.digest, blob])),
  }
}

// One after the other: two at once would need the memory of both.
async function packEach(layers: PlatformContents['layers'], cache?: string): Promise<readonly Layer[]> {
  const packed: Layer[] = []
  for (const entries of layers) packed.push(await packLayer(entries, cache))
  return packed
}

function configOf(contents: ImageContents, architecture: Architecture, layers: readonly Layer[]): object {
  const created = contents.source.time.toISOString()
  return {
    created,
    architecture,
    os: 'linux',
    config: {
      User: '65532:65532',
      ExposedPorts: { '8080/tcp': {} },
      Env: [
        'PATH=/usr/local/bin',
        // Certificates of the image, or whatever is mounted in their place, count beside those that Node brings.
        'NODE_USE_SYSTEM_CA=1',
        'SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt',
      ],
      Entrypoint: ['/usr/local/bin/node', '/usr/lib/fitout/fitout.js'],
      WorkingDir: '/',
      Labels: labelsOf(contents),
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(() => ({ created, created_by: 'node release/main.ts' })),
  }
}

function labelsOf({ product, source }: ImageContents): Readonly<Record<string, string>> {
  return {
    'org.opencontainers.image.title': product.name,
    'org.opencontainers.image.description': product.description,
    'org.opencontainers.image.version': product.version,
    'org.opencontainers.image.revision': source.commit,
    'org.opencontainers.image.created': source.time.toISOString(),
    'org.opencontainers.image.licenses': product.license,
  }
}
