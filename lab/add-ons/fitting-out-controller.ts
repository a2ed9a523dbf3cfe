import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { KubeApi } from '../kube/kube-api.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { renderKubeconfig } from '../kube/kubeconfig.ts'
import { untilEstablished } from '../kube/until.ts'
import { readManifestFolder } from '../kube/read-manifests.ts'
import type { Lab } from '../lab.ts'
import { Program } from '../process/program.ts'
import { fitoutCommand } from './fitout-command.ts'

/** The account that `deploy/` gives the controller. */
export const FITOUT_USER = 'system:serviceaccount:fitout-system:fitout'

/** The controller of a lab: the real command, with the rights of its account. */
export interface FitoutController {
  readonly program: Program
  /** Where it serves its health and its metrics. */
  readonly url: string
}

interface InstallOptions {
  /** A second controller needs another one. */
  readonly name?: string
  /** The kustomization that is applied. */
  readonly deploy?: string
  /** The file that Node runs. */
  readonly command?: string
  /** Where it finds the API server, if not at the usual place. */
  readonly port?: number
  /** More flags of the controller. */
  readonly flags?: readonly string[]
}

/** Installs Fitout as its users do, and prepares its controller. */
export async function installFitout(
  lab: Lab,
  { name = 'fitout', deploy = 'deploy', command = fitoutCommand, port, flags = [] }: InstallOptions = {},
): Promise<FitoutController> {
  await kubectl(lab, 'apply', '--server-side', '-k', deploy)
  await untilEstablished(lab.management.api, await readManifestFolder('api/crds'))
  const address = `127.0.0.1:${await lab.site.ports.take()}`
  const url = `http://${address}`
  const program = new Program({
    name,
    path: process.execPath,
    args: [
      command,
      'controller',
      `--kubeconfig=${await kubeconfigOf(lab, port)}`,
      `--address=${address}`,
      ...flags,
    ],
    logFile: lab.site.log(name),
    isReady: async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false,
  })
  return { program, url }
}

async function kubeconfigOf(lab: Lab, port?: number): Promise<string> {
  const folder = join(lab.folder, 'fitout')
  await mkdir(folder, { recursive: true })
  const usual = await lab.management.access('fitout')
  const access = port === undefined ? usual : { ...usual, port }
  const context = { name: 'management', user: 'fitout', access }
  const config = JSON.parse(renderKubeconfig([context])) as { users: { name: string }[] }
  // In place of the certificate: an account is known by its token alone.
  const token = await tokenOf(lab)
  const users = config.users.map(({ name }) => ({ name, user: { token } }))
  const file = join(folder, `kubeconfig-${access.port}`)
  await writeFile(file, JSON.stringify({ ...config, users }), { mode: 0o600 })
  return file
}

/** The API server of the management cluster, as whoever has the token of the controller sees it. */
export async function withTokenOfFitout(lab: Lab): Promise<KubeApi> {
  const { port, ca } = await lab.management.access('fitout')
  return new KubeApi(port, ca, { token: await tokenOf(lab) })
}

/** A token of an account, such as `fitout-system/fitout`. */
export async function tokenOf(lab: Lab, account = 'fitout-system/fitout'): Promise<string> {
  const answer: KubeObject = await lab.management.api.post(ref('v1', 'ServiceAccount', account), '/token', {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: 86_400 },
  })
  return (answer['status'] as { token: string }).token
}

/** Runs kubectl on the management cluster and gives what it prints. */
export async function kubectl(lab: Lab, ...args: readonly string[]): Promise<string> {
  const context = ['--kubeconfig', lab.kubeconfigFile, '--context=management']
  const cache = `--cache-dir=${lab.folder}/kubectl-cache`
  const child = execFile(lab.site.programs.kubectl, [...context, cache, ...args])
  const ended = new Promise<number>(resolve => child.once('close', code => resolve(code ?? -1)))
  const [out, err] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ])
  if ((await ended) !== 0) throw new Error(`cannot run kubectl ${args.join(' ')}: ${err}`)
  return out
}
