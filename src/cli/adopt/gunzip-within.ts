import { gunzipSync } from 'node:zlib'
import type { Gunzip } from '../../domain/adopt/release-record.ts'

/** Unpacks gzip, and stops at the limit: what was made to fill a memory does not. */
export const gunzipWithin: Gunzip = (bytes, most) => {
  try {
    return gunzipSync(bytes, { maxOutputLength: most })
  } catch (error) {
    const isTooLarge =
      error instanceof RangeError ||
      (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
    return isTooLarge ? 'too-large' : undefined
  }
}
