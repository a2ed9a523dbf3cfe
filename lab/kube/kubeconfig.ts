import type { KeyPair } from '../certificates.ts'

/** How to reach one API server as one user. */
export interface Access {
  readonly port: number
  readonly ca: string
  readonly credentials: KeyPair | { readonly tokenFile: string }
}

/** One context of a kubeconfig file. */
export interface Context {
  readonly name: string
  readonly user: string
  readonly access: Access
}

/** A kubeconfig with one context for each entry; the first is the current one. JSON, which every client reads as YAML. */
export function renderKubeconfig(contexts: readonly Context[]): string {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': contexts[0]?.name ?? '',
    clusters: contexts.map(({ name, access }) => ({
      name,
      cluster: {
        server: `https://127.0.0.1:${access.port}`,
        'certificate-authority-data': base64(access.ca),
      },
    })),
    users: contexts.map(({ name, user, access }) => ({
      name: userName(name, user),
      user: credentials(access),
    })),
    contexts: contexts.map(({ name, user }) => ({
      name,
      context: { cluster: name, user: userName(name, user) },
    })),
  }
  return `${JSON.stringify(config, null, 2)}\n`
}

function credentials({ credentials }: Access): Record<string, string> {
  if ('tokenFile' in credentials) return { tokenFile: credentials.tokenFile }
  return {
    'client-certificate-data': base64(credentials.cert),
    'client-key-data': base64(credentials.key),
  }
}

function userName(context: string, user: string): string {
  return `${user}@${context}`
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
