import type { ApiErrorCode } from '../../engine/api/api-error.ts'

/** Why a wire did not bring an answer. Foreign texts end here: only the code continues. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: ApiErrorCode
  /** Whether the server has surely not acted on the request, so that it may be sent again. */
  readonly isUnprocessed: boolean

  constructor(code: ApiErrorCode, { isUnprocessed = false } = {}) {
    super(`cannot send request: ${code}`)
    this.code = code
    this.isUnprocessed = isUnprocessed
  }
}

// Of OpenSSL's checks of a chain, in Node's spelling.
const untrusted = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'CRL_HAS_EXPIRED',
  'CRL_NOT_YET_VALID',
  'CRL_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_GET_CRL',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

// The first that fits counts: an alert about our certificate is a TLS error, too.
const rules: readonly (readonly [fits: RegExp, code: ApiErrorCode])[] = [
  [
    /^ERR_SSL_.*ALERT_(?:BAD_CERTIFICATE|CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|UNSUPPORTED_CERT)/,
    'Unauthorized',
  ],
  [/^ERR_(?:SSL|TLS)_/, 'NotTrusted'],
  [/^HPE_/, 'BadAnswer'],
  [/^ERR_HTTP2_(?:ERROR|SESSION_ERROR)$/, 'BadAnswer'],
]

/** Finds the code for what a socket or a stream failed with. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  const code = codeOf(error)
  if (untrusted.has(code)) return new Failure('NotTrusted')
  const [, found = 'Unreachable'] = rules.find(([fits]) => fits.test(code)) ?? []
  return new Failure(found)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
