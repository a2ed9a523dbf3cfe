import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import type { Lab } from '../lab.ts'
import { Program } from '../process/program.ts'
import { buildTool } from '../programs/build-tool.ts'
import { type Chart, chart } from '../servers/chart.ts'
import { fluxRelease } from './flux-release.ts'

const NAMESPACE = 'flux-system'
const VERSION = '0.58.1'

/**
 * A chart for the operator, made from the manifests of its module: the published one is in no module.
 *
 * The lab plays the pod of its Deployment; the operator itself runs as a process, see `startFluxOperator`.
 */
export async function fluxOperatorChart(): Promise<Chart> {
  const config = await operatorConfig()
  const bases = join(config, 'crd', 'bases')
  const crds = await Promise.all(
    (await readdir(bases)).map(
      async name => [`crds/${name}`, await readFile(join(bases, name), 'utf8')] as const,
    ),
  )
  const manager = await Promise.all(
    ['account', 'deployment'].map(
      async name =>
        [`templates/${name}.yaml`, await readFile(join(config, 'manager', `${name}.yaml`), 'utf8')] as const,
    ),
  )
  return chart('flux-operator', VERSION, Object.fromEntries([...crds, ...manager]))
}

/** Runs the real operator for a cluster. Its CRDs and its namespace must be there. */
export async function startFluxOperator(lab: Lab, controlPlane: ControlPlane): Promise<Program> {
  const { ports } = lab.site
  const [metrics, health] = [await ports.take(), await ports.take()]
  const name = `${controlPlane.name}/flux-operator`
  const program = new Program({
    name,
    path: await buildTool('flux-operator'),
    args: [
      `--storage-path=${join(await operatorConfig(), 'data')}`,
      `--metrics-addr=127.0.0.1:${metrics}`,
      `--health-addr=127.0.0.1:${health}`,
      '--web-server-port=0',
      // The namespace of the lease is read from a file that only a container has.
      '--enable-leader-election=false',
    ],
    env: {
      KUBECONFIG: await controlPlane.componentKubeconfig('flux-operator'),
      RUNTIME_NAMESPACE: NAMESPACE,
      // It refuses to start without.
      GODEBUG: 'fips140=on',
    },
    logFile: lab.site.log(name),
    isReady: async () =>
      (await fetch(`http://127.0.0.1:${health}/readyz`).catch(() => undefined))?.ok ?? false,
  })
  return program.start()
}

// The folder with its CRDs, its own manifests, and those of all releases of Flux.
async function operatorConfig(): Promise<string> {
  const { folder } = await fluxRelease('2.9')
  return join(folder, '..', '..', '..')
}
