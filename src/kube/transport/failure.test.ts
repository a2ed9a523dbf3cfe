import { expect, test } from 'vitest'
import { Failure, failureOf } from './failure.ts'

const cases = [
  { given: 'ECONNREFUSED', want: 'Unreachable' },
  { given: 'ECONNRESET', want: 'Unreachable' },
  { given: 'ENOTFOUND', want: 'Unreachable' },
  { given: 'EAI_AGAIN', want: 'Unreachable' },
  { given: 'EHOSTUNREACH', want: 'Unreachable' },
  { given: 'ETIMEDOUT', want: 'Unreachable' },
  { given: 'ERR_HTTP2_STREAM_ERROR', want: 'Unreachable' },
  { given: 'ERR_HTTP2_ERROR', want: 'BadAnswer' },
  { given: 'HPE_INVALID_CONSTANT', want: 'BadAnswer' },
  { given: 'CERT_HAS_EXPIRED', want: 'NotTrusted' },
  { given: 'SELF_SIGNED_CERT_IN_CHAIN', want: 'NotTrusted' },
  { given: 'ERR_TLS_CERT_ALTNAME_INVALID', want: 'NotTrusted' },
  { given: 'ERR_SSL_WRONG_VERSION_NUMBER', want: 'NotTrusted' },
  { given: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', want: 'Unauthorized' },
  { given: 'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', want: 'Unauthorized' },
  { given: 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', want: 'Unauthorized' },
]
test.each(cases)('$given is $want', ({ given, want }) => {
  expect(failureOf(Object.assign(new Error('secret words'), { code: given })).code).toBe(want)
})

test('a failure stays what it is', () => {
  const failure = new Failure('Timeout')
  expect(failureOf(failure)).toBe(failure)
})

test.each([undefined, null, 'text', new Error('words'), { code: 'CERT_HAS_EXPIRED' }])(
  'anything else (%s) is an end of the connection',
  given => expect(failureOf(given).code).toBe('Unreachable'),
)
