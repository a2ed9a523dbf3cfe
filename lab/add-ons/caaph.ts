import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { readManifestFolder } from '../kube/read-manifests.ts'
import { untilEstablished } from '../kube/until.ts'
import type { Lab } from '../lab.ts'
import { Program } from '../process/program.ts'
import { buildTool, toolFolder } from '../programs/build-tool.ts'

/**
 * Installs Cluster API's add-on provider for Helm on the management cluster, and runs it.
 *
 * Without its webhooks: what they default is to be written, `releaseNamespace` and `options.timeout`.
 */
export async function startCaaph({ site, management }: Lab): Promise<Program> {
  const crds = await readManifestFolder(join(await toolFolder('caaph'), 'config', 'crd', 'bases'))
  await Promise.all(crds.map(crd => management.api.apply(crd)))
  await untilEstablished(management.api, crds)
  const [webhooks, health, diagnostics] = [
    await site.ports.take(),
    await site.ports.take(),
    await site.ports.take(),
  ]
  const folder = join(site.folder, 'caaph')
  // The name of its image's program: Helm takes it for the manager of the fields that it writes.
  const path = join(folder, 'manager')
  await mkdir(folder, { recursive: true })
  await symlink(await buildTool('caaph'), path)
  const program = new Program({
    name: 'caaph',
    path,
    args: [
      `--kubeconfig=${await management.componentKubeconfig('caaph')}`,
      `--webhook-port=${webhooks}`,
      `--webhook-cert-dir=${site.pki.folder}`,
      `--health-addr=127.0.0.1:${health}`,
      `--diagnostics-address=127.0.0.1:${diagnostics}`,
      '--insecure-diagnostics=true',
    ],
    env: {
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
    logFile: site.log('caaph'),
    isReady: async () =>
      (await fetch(`http://127.0.0.1:${health}/readyz`).catch(() => undefined))?.ok ?? false,
  })
  return program.start()
}
