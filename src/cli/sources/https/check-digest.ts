import { SourceReadError } from '../source-read-error.ts'
import type { SourceAddress } from './source-address.ts'

/** Refuses bytes that are not the ones that the user has pinned. */
export function checkDigest({ path, sha256: wanted }: SourceAddress, got: string): void {
  if (wanted === undefined || wanted === got) return
  const cause = `its sha256 is ${got}, expected ${wanted}`
  throw new SourceReadError('OTHER_DIGEST', path, { cause, verb: 'fetch' })
}
