import { gunzipSync, gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeBase64 } from '../bytes/base64.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import type { Fields } from '../object/fields.ts'
import { type Gunzip, readReleaseRecord, ReleaseRecordError } from './release-record.ts'

const gunzip: Gunzip = (bytes, most) => {
  try {
    return gunzipSync(bytes, { maxOutputLength: most })
  } catch (error) {
    return error instanceof RangeError ? 'too-large' : undefined
  }
}

const release = {
  name: 'web',
  namespace: 'shop',
  version: 3,
  info: { status: 'deployed', description: 'Upgrade complete' },
  chart: { metadata: { name: 'web', version: '1.2.3', appVersion: '7' }, templates: [] },
  config: { replicas: 2 },
  manifest: 'kind: ConfigMap\n',
}

function stored(text: string | Uint8Array): Fields {
  const packed = encodeBase64(gzipSync(text))
  return { data: { release: encodeBase64(encodeUtf8(packed)) } }
}

function read(object: Fields): unknown {
  try {
    return readReleaseRecord(object, { gunzip, isSecret: true })
  } catch (error) {
    if (error instanceof ReleaseRecordError) return error.code
    throw error
  }
}

function refusalOf(object: Fields): string {
  try {
    readReleaseRecord(object, { gunzip, isSecret: true })
    return 'none'
  } catch (error) {
    return String(error)
  }
}

test('a revision gives its chart, its values and its manifest', () => {
  expect(read(stored(JSON.stringify(release)))).toEqual({
    name: 'web',
    namespace: 'shop',
    revision: 3,
    status: 'deployed',
    chart: { name: 'web', version: '1.2.3', appVersion: '7' },
    values: { replicas: 2 },
    manifest: 'kind: ConfigMap\n',
  })
})

test('what a ConfigMap keeps is base64 once', () => {
  const release64 = encodeBase64(gzipSync(JSON.stringify(release)))
  const record = readReleaseRecord({ data: { release: release64 } }, { gunzip, isSecret: false })
  expect(record.name).toBe('web')
})

describe('What is no release is refused:', () => {
  const whole = encodeBase64(gzipSync(JSON.stringify(release)))
  const cases = [
    { name: 'no key', given: { data: {} }, want: 'MISSING' },
    { name: 'no base64', given: { data: { release: '%%%' } }, want: 'NOT_BASE64' },
    {
      name: 'a text that was cut off',
      given: { data: { release: encodeBase64(encodeUtf8(whole.slice(0, whole.length / 2 - 1))) } },
      want: 'NOT_BASE64',
    },
    {
      name: 'gzip that was cut off',
      given: { data: { release: encodeBase64(encodeUtf8(encodeBase64(gzipSync('{}').subarray(0, 12)))) } },
      want: 'NOT_GZIP',
    },
    { name: 'no JSON', given: stored('name: web'), want: 'NOT_JSON' },
    { name: 'a list', given: stored('[]'), want: 'NOT_JSON' },
    { name: 'bytes that are no text', given: stored(new Uint8Array([0xff, 0xfe])), want: 'NOT_JSON' },
    { name: 'an object that is no release', given: stored('{"name": "web"}'), want: 'NOT_A_RELEASE' },
    { name: 'a bomb', given: stored(new Uint8Array(65 * 1024 * 1024)), want: 'TOO_LARGE' },
  ]
  test.each(cases)('$name', ({ given, want }) => {
    expect(read(given)).toBe(want)
  })
})

test('any text that is no release is refused, and no refusal quotes it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, isPacked) => {
      const release = `${text}canary`
      const refusal = refusalOf(isPacked ? stored(release) : { data: { release } })
      expect(refusal).toMatch(/^ReleaseRecordError: /)
      expect(refusal).not.toContain('canary')
    }),
  )
})
