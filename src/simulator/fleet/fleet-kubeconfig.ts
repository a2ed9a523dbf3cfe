import { encodeUtf8 } from '../../domain/bytes/utf8.ts'
import { encodeBase64 } from '../../domain/bytes/base64.ts'

// A certificate in form alone: an empty sequence in DER.
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n'

/** A kubeconfig for a server of the fleet. */
export function fleetKubeconfig(server: string): string {
  const name = 'fleet'
  const authority = encodeBase64(encodeUtf8(CERTIFICATE))
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name, cluster: { server, 'certificate-authority-data': authority } }],
    users: [{ name, user: { token: 'simulated' } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  })
}
