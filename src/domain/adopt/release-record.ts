import { decodeBase64 } from '../bytes/base64.ts'
import { decodeUtf8 } from '../bytes/utf8.ts'
import { type Fields, isFields, numberIn, partOf, textIn } from '../object/fields.ts'

/** A release as Helm has stored it: one revision of it. */
export interface ReleaseRecord {
  readonly name: string
  readonly namespace: string
  readonly revision: number
  /** `deployed`, `failed`, `pending-upgrade` and the like. */
  readonly status: string
  readonly chart: { readonly name: string; readonly version: string; readonly appVersion: string }
  /** What the user gave; the chart's own defaults are not in it. */
  readonly values: Fields
  /** What was applied, but for hooks and for CRDs of the chart. */
  readonly manifest: string
}

type ReleaseRecordErrorCode =
  | 'MISSING'
  | 'NOT_BASE64'
  | 'NOT_GZIP'
  | 'TOO_LARGE'
  | 'NOT_JSON'
  | 'NOT_A_RELEASE'

/** A record of Helm that cannot be read. The message never has a part of it. */
export class ReleaseRecordError extends Error {
  override readonly name = 'ReleaseRecordError'
  readonly code: ReleaseRecordErrorCode

  constructor(code: ReleaseRecordErrorCode, reason: string) {
    super(reason)
    this.code = code
  }
}

/** Unpacks gzip, into no more bytes than `most`: `too-large` if there are more, undefined if it is not gzip. */
export type Gunzip = (bytes: Uint8Array, most: number) => Uint8Array | 'too-large' | undefined

/** A release of a megabyte unpacks to ten; one that unpacks to more than this was made to exhaust somebody's memory. */
const MOST_UNPACKED = 64 * 1024 * 1024

/** Reads the `release` of a Secret or ConfigMap of Helm. What a Secret holds is base64 once more. Throws a ReleaseRecordError. */
export function readReleaseRecord(
  stored: Fields,
  { gunzip, isSecret }: { readonly gunzip: Gunzip; readonly isSecret: boolean },
): ReleaseRecord {
  const text = textIn(partOf(stored, 'data'), 'release')
  if (text === '') throw new ReleaseRecordError('MISSING', 'it has no key "release"')
  const packed = isSecret ? decodedText(text) : text
  const { bytes, isValid } = decodeBase64(packed)
  if (!isValid) throw notBase64()
  const json = decodeUtf8(unpacked(bytes, gunzip))
  const value = json === undefined ? undefined : parsed(json)
  if (!isFields(value)) throw new ReleaseRecordError('NOT_JSON', 'it does not unpack to JSON')
  return recordIn(value)
}

function decodedText(text: string): string {
  const { bytes, isValid } = decodeBase64(text)
  const inner = isValid ? decodeUtf8(bytes) : undefined
  if (inner === undefined) throw notBase64()
  return inner
}

function notBase64(): ReleaseRecordError {
  return new ReleaseRecordError('NOT_BASE64', 'it is not base64, or was cut off')
}

// Releases of the first versions of Helm 3 may be stored without compression.
function unpacked(bytes: Uint8Array, gunzip: Gunzip): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  const result = gunzip(bytes, MOST_UNPACKED)
  if (result === 'too-large') {
    const limit = `${MOST_UNPACKED / 1024 / 1024} MiB`
    throw new ReleaseRecordError('TOO_LARGE', `it unpacks to more than ${limit}`)
  }
  if (!result) throw new ReleaseRecordError('NOT_GZIP', 'it is not gzip, or was cut off')
  return result
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function recordIn(value: Fields): ReleaseRecord {
  const chart = partOf(partOf(value, 'chart'), 'metadata')
  const record = {
    name: textIn(value, 'name'),
    namespace: textIn(value, 'namespace'),
    revision: numberIn(value, 'version'),
    status: textIn(partOf(value, 'info'), 'status'),
    chart: {
      name: textIn(chart, 'name'),
      version: textIn(chart, 'version'),
      appVersion: textIn(chart, 'appVersion'),
    },
    values: partOf(value, 'config'),
    manifest: textIn(value, 'manifest'),
  }
  if (record.name === '' || record.status === '' || record.revision < 1)
    throw new ReleaseRecordError('NOT_A_RELEASE', 'it has no name, status or revision of a release')
  return record
}
