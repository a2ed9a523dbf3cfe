import type { KubeconfigFields, KubeconfigRefusal } from './kubeconfig-fields.ts'
import { readPemData } from './read-pem-data.ts'

/** What a workload cluster knows Fitout by. Certificate and key are PEM. */
export type ClusterAuth = { readonly token: string } | { readonly certificate: string; readonly key: string }

const FIELDS = ['token', 'client-certificate-data', 'client-key-data', 'extensions']

const asSomebodyElse: KubeconfigRefusal = ['IMPERSONATES', 'impersonation is not supported']
const basicAuth: KubeconfigRefusal = ['BASIC_AUTH', 'user name and password are not supported']

const refusals: Readonly<Record<string, KubeconfigRefusal>> = {
  exec: ['RUNS_PROGRAM', 'exec plugins are not supported: Fitout runs no programs'],
  'auth-provider': ['RUNS_PROGRAM', 'auth-provider is not supported'],
  tokenFile: ['READS_FILE', 'tokenFile names a file; put its content into token'],
  'client-certificate': [
    'READS_FILE',
    'client-certificate names a file; put its content into client-certificate-data',
  ],
  'client-key': ['READS_FILE', 'client-key names a file; put its content into client-key-data'],
  as: asSomebodyElse,
  'as-uid': asSomebodyElse,
  'as-groups': asSomebodyElse,
  'as-user-extra': asSomebodyElse,
  username: basicAuth,
  password: basicAuth,
}

/** Reads a token, or a certificate with its key. */
export function readAuth(user: KubeconfigFields): ClusterAuth {
  user.allowOnly(FIELDS, refusals)
  const token = user.text('token')
  const hasCertificate = user.text('client-certificate-data') !== undefined
  const hasKey = user.text('client-key-data') !== undefined
  if (token !== undefined) {
    if (hasCertificate || hasKey) user.refuse('AMBIGUOUS_AUTH', 'token', 'both a token and a certificate')
    if (!isToken(token)) user.refuse('BAD_TOKEN', 'token', 'token has invalid characters')
    return { token }
  }
  if (!hasCertificate && !hasKey) user.refuse('MISSING', 'token', 'neither a token nor a certificate')
  return {
    certificate: readPemData(user, 'client-certificate-data', 'certificates'),
    key: readPemData(user, 'client-key-data', 'key'),
  }
}

// It becomes part of a header: one line of it, without blanks.
function isToken(token: string): boolean {
  return /^[\u0021-\u007e]+$/.test(token)
}
