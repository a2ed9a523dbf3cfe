import { decodeBase64 } from '../bytes/base64.ts'
import { decodeUtf8 } from '../bytes/utf8.ts'
import type { KubeconfigFields } from './kubeconfig-fields.ts'
import { readPem } from './read-pem.ts'

const keyLabels = new Set(['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY'])

/** Reads a field of base64 that holds certificates, or one private key, as clean PEM. */
export function readPemData(fields: KubeconfigFields, name: string, want: 'certificates' | 'key'): string {
  const { bytes, isValid } = decodeBase64(fields.neededText(name))
  if (!isValid) fields.refuse('BAD_BASE64', name, `${name} is not base64`)
  const blocks = readPem(decodeUtf8(bytes) ?? '') ?? []
  if (want === 'certificates') {
    const areCertificates = blocks.length > 0 && blocks.every(({ label }) => label === 'CERTIFICATE')
    if (!areCertificates) fields.refuse('BAD_CERTIFICATE', name, `${name} is not a certificate in PEM`)
    return blocks.map(({ text }) => text).join('')
  }
  // openssl writes the parameters of a curve ahead of a key on it.
  const [key, second] = blocks.filter(({ label }) => label !== 'EC PARAMETERS')
  if (!key || second || !keyLabels.has(key.label)) {
    fields.refuse('BAD_KEY', name, `${name} is not one private key in PEM without a password`)
  }
  return key.text
}
