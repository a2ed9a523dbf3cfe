// The certificate library looks for this polyfill when it is loaded, so it comes first.
// oxlint-disable-next-line import/no-unassigned-import -- it is loaded for what it adds to the global Reflect
import 'reflect-metadata'
import { KeyObject, webcrypto } from 'node:crypto'
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'

/** For tests: a certificate for a host that nobody but itself has signed. */
export async function selfSigned(host: string): Promise<{ readonly cert: string; readonly key: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${host}`,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
  })
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString()
  return { cert: certificate.toString('pem'), key }
}
