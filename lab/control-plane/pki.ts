import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Authority, type KeyPair, serviceAccountKeys } from '../certificates.ts'

/** The keys that every control plane of a lab shares, and where they lie. */
export interface Pki {
  /** Signs what serves: API servers and webhooks. */
  readonly servers: Authority
  /** Signs the clients of the lab itself; every API server trusts it for ever. */
  readonly components: Authority
  /** Signs what is handed out in kubeconfigs, until a control plane's credentials are rotated. */
  readonly users: Authority
  readonly folder: string
  readonly serverCertFile: string
  readonly serverKeyFile: string
  readonly serverCaFile: string
  readonly serviceAccountPublicFile: string
  readonly serviceAccountPrivateFile: string
}

/** Makes the keys of a lab. The serving pair has the names that a webhook server looks for. */
export async function createPki(folder: string): Promise<Pki> {
  const [servers, components, users] = await Promise.all(
    ['servers', 'components', 'users'].map(name => Authority.create(`fitout-lab-${name}`)),
  )
  if (!servers || !components || !users) throw new Error('cannot make the certificates of the lab')
  const serving: KeyPair = await servers.server()
  const accounts = serviceAccountKeys()
  const put = async (name: string, content: string) => {
    const file = join(folder, name)
    await writeFile(file, content, { mode: 0o600 })
    return file
  }
  return {
    servers,
    components,
    users,
    folder,
    serverCertFile: await put('tls.crt', serving.cert),
    serverKeyFile: await put('tls.key', serving.key),
    serverCaFile: await put('ca.crt', servers.cert),
    serviceAccountPublicFile: await put('service-accounts.pub', accounts.publicKey),
    serviceAccountPrivateFile: await put('service-accounts.key', accounts.privateKey),
  }
}
