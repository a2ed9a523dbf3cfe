import { createHash } from 'node:crypto'

export const MANIFEST = 'application/vnd.oci.image.manifest.v1+json'
export const INDEX = 'application/vnd.oci.image.index.v1+json'

/** How one blob names another. */
export interface Descriptor {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
  readonly platform?: { readonly os: string; readonly architecture: string }
  readonly artifactType?: string
  readonly annotations?: Readonly<Record<string, string>>
}

/** Bytes and their name. */
export interface Blob {
  readonly descriptor: Descriptor
  readonly content: Buffer
}

/** The digest of bytes as OCI writes it. */
export function sha256(content: Uint8Array | string): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`
}

export function blobOf(mediaType: string, content: Buffer): Blob {
  return { descriptor: { mediaType, digest: sha256(content), size: content.length }, content }
}

/** A blob of JSON. Keys stand in the order in which they are given. */
export function jsonBlob(mediaType: string, value: object): Blob {
  return blobOf(mediaType, Buffer.from(JSON.stringify(value)))
}
