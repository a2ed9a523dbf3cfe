import { billOfMaterials } from '../contents/bill-of-materials.ts'
import type { ImageContents } from './build-image.ts'
import { file } from './entry.ts'

const product = { name: 'fitout', version: '1.2.3', license: 'Apache-2.0', description: 'fits clusters out' }

/** A small image, for tests. */
export function sampleContents(): ImageContents {
  const platform = (node: string) => ({
    layers: [[file('lib/libc.so.6', 'c')], [file('usr/local/bin/node', node, 0o755)]],
    bill: billOfMaterials(product, []),
  })
  return {
    product,
    source: { commit: 'c'.repeat(40), time: new Date('2026-01-02T03:04:05Z'), lockSha256: 'd'.repeat(64) },
    pins: { npm: [], debian: [] },
    platforms: { amd64: platform('x64'), arm64: platform('arm64') },
  }
}
