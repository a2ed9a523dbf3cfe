import { SourceReadError } from '../source-read-error.ts'

const unreachable: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'the DNS server does not respond',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network is unreachable',
  ENOTFOUND: 'no such host',
  EPROTO: 'the server does not support TLS',
  EPIPE: 'connection lost',
  ETIMEDOUT: 'the server does not respond',
}

const untrusted: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
}

/** Turns what the network said into an error for the user. What is no word of the network stays as it is. */
export function fetchProblem(error: unknown, path: string): unknown {
  if (error instanceof SourceReadError || !hasCode(error)) return error
  const doubt = untrusted[error.code]
  if (doubt) return new SourceReadError('NOT_TRUSTED', path, { cause: doubt, verb: 'fetch' })
  const cause = unreachable[error.code] ?? `network error ${error.code}`
  return new SourceReadError('UNREACHABLE', path, { cause, verb: 'fetch' })
}

function hasCode(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
