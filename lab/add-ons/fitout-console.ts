import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { KubeApi } from '../kube/kube-api.ts'
import { until } from '../kube/until.ts'
import type { Lab } from '../lab.ts'
import { Program } from '../process/program.ts'
import { kubectl, tokenOf } from './fitting-out-controller.ts'
import { CLUSTER } from './fitting-out.ts'
import { fitoutCommand } from './fitout-command.ts'

/** The account that `deploy/console` gives the console. */
const ACCOUNT = 'fitout-system/fitout-console'

interface ConsolePlace {
  /** Where people find it, which is where it listens. */
  readonly url: URL
  readonly issuer: string
  readonly client: { readonly id: string; readonly secret: string }
}

/** Installs the console as its users do, and prepares it: the real command, with the rights of its account. */
export async function installConsole(lab: Lab, { url, issuer, client }: ConsolePlace): Promise<Program> {
  await kubectl(lab, 'apply', '--server-side', '-k', 'deploy/console')
  const folder = join(lab.folder, 'console')
  await mkdir(folder, { recursive: true })
  const secret = join(folder, 'client-secret')
  await writeFile(secret, client.secret, { mode: 0o600 })
  return new Program({
    name: 'console',
    path: process.execPath,
    args: [
      fitoutCommand,
      'console',
      `--kubeconfig=${await kubeconfigOf(lab, folder)}`,
      `--public-url=${url.origin}`,
      `--address=127.0.0.1:${url.port}`,
      `--oidc-issuer-url=${issuer}`,
      `--oidc-client-id=${client.id}`,
      `--oidc-client-secret-file=${secret}`,
      '--oidc-username-claim=email',
      '--oidc-groups-prefix=oidc:',
    ],
    logFile: lab.site.log('console'),
    isReady: async () =>
      (await fetch(`http://127.0.0.1:${url.port}/healthz`).catch(() => undefined))?.ok ?? false,
  })
}

async function kubeconfigOf(lab: Lab, folder: string): Promise<string> {
  const token = await tokenOf(lab, ACCOUNT)
  const { port, ca } = await lab.management.access('fitout-console')
  // A Pod that comes before its rights is started again; a process of the lab is not.
  const api = new KubeApi(port, ca, { token })
  await until(
    'the console may list clusters',
    async () => (await api.list(CLUSTER.apiVersion, CLUSTER.kind)) !== undefined,
  )
  const cluster = {
    server: `https://127.0.0.1:${port}`,
    'certificate-authority-data': Buffer.from(ca).toString('base64'),
  }
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'management',
    clusters: [{ name: 'management', cluster }],
    users: [{ name: 'console', user: { token } }],
    contexts: [{ name: 'management', context: { cluster: 'management', user: 'console' } }],
  }
  const file = join(folder, 'kubeconfig')
  await writeFile(file, JSON.stringify(config), { mode: 0o600 })
  return file
}
