import { SampleAuthority } from '../kube/sample-authority.ts'
import type { Site } from './api-servers.ts'

interface SiteOptions {
  readonly name: string
  /** Which of the addresses it gets. */
  readonly index: number
  readonly port: number
}

/** A site with an authority of its own, and a kubeconfig with a client certificate that it takes. */
export async function makeSite(
  { name, index, port }: SiteOptions,
  answer: Site['answer'],
): Promise<{ readonly site: Site; readonly server: string; readonly kubeconfig: string }> {
  const authority = await SampleAuthority.create()
  const serverName = `${name}.fleet.test`
  const [identity, client] = await Promise.all([
    authority.sign({ names: [serverName] }),
    authority.sign({ names: ['fitout'] }),
  ])
  const address = addressOf(index)
  const server = `https://${address}:${port}`
  const { caData } = authority
  const kubeconfig = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [
      {
        name,
        cluster: {
          server,
          'certificate-authority-data': encoded(caData),
          'tls-server-name': serverName,
        },
      },
    ],
    users: [
      {
        name,
        user: {
          'client-certificate-data': encoded(client.certificate),
          'client-key-data': encoded(client.key),
        },
      },
    ],
    contexts: [{ name, context: { cluster: name, user: name } }],
  })
  return { site: { serverName, address, identity, caData, answer }, server, kubeconfig }
}

function addressOf(index: number): string {
  return `127.${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64')
}
