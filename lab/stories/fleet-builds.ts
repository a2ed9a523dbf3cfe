import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { loadAll } from 'js-yaml'
import type { FleetScene } from '../../test/cli/fleet-scene.ts'
import type { KubeObject } from '../kube/kube-object.ts'
import { buildTool } from '../programs/build-tool.ts'

const run = promisify(execFile)
const options = { maxBuffer: 64 * 1024 * 1024 }
const FLUX = 'kustomize.toolkit.fluxcd.io/v1'

interface Flow {
  readonly path: string
}

/** The folders of a fleet repository that `kustomize build` was run in, and how many objects it made in all. */
export async function kustomizeEveryFolder(scene: FleetScene): Promise<ReadonlyMap<string, number>> {
  const kustomize = await buildTool('kustomize')
  const folders = [...(await scene.files())]
    .filter(([path, text]) => path.endsWith('kustomization.yaml') && text.includes('kustomize.config.k8s.io'))
    .map(([path]) => dirname(path))
  const counts = new Map<string, number>()
  for (const folder of folders) {
    const { stdout } = await run(kustomize, ['build', join(scene.folder, folder)], options)
    counts.set(folder, objectsIn(stdout).length)
  }
  return counts
}

/**
 * Builds every folder that Flux is asked to read, with `flux build kustomization`, and returns all objects of the fleet:
 * those of the folders, and those that they deliver.
 */
export async function fluxBuild(scene: FleetScene): Promise<readonly KubeObject[]> {
  const flux = await buildTool('flux')
  const aside = await mkdtemp(join(scene.folder, '.flux-'))
  // With pattern flux-cli, CI applies these.
  const appliedByCi = [...(await scene.files())].filter(([path]) => path.startsWith('clusters/flux-common/'))
  const objects = appliedByCi.flatMap(([, text]) => objectsIn(text))
  for (const [index, kustomization] of (await kustomizationsOf(scene)).entries()) {
    const { name, namespace = '' } = kustomization.metadata
    const file = join(aside, `${index}.yaml`)
    await writeFile(file, JSON.stringify(kustomization))
    const { path } = kustomization['spec'] as Flow
    const words = ['build', 'kustomization', name, '--namespace', namespace, '--path', path]
    const { stdout } = await run(
      flux,
      [...words, '--kustomization-file', file, '--dry-run', '--strict-substitute', '--in-memory-build'],
      // It reads nothing outside of the folder that it is run in.
      { ...options, cwd: scene.folder },
    )
    objects.push(...objectsIn(stdout).flatMap(object => [object, ...deliveredBy(object)]))
  }
  return objects
}

/** Every Kustomization of Flux in the files of the repository; of several with one folder, the first. */
async function kustomizationsOf(scene: FleetScene): Promise<readonly KubeObject[]> {
  const files = [...(await scene.files())].filter(
    ([path]) =>
      /^(clusters|infrastructure|systems|tenants)\/.*\.yaml$/.test(path) && !path.includes('/flux/v'),
  )
  const objects = files
    .flatMap(([, text]) => objectsIn(text))
    .flatMap(object => [object, ...deliveredBy(object)])
  const byPath = new Map<string, KubeObject>()
  for (const object of objects) {
    if (object.apiVersion !== FLUX || object.kind !== 'Kustomization') continue
    const { path } = object['spec'] as Flow
    byPath.set(path, byPath.get(path) ?? object)
  }
  return [...byPath.values()]
}

/** What an object makes another controller apply: a ClusterResourceSet from a ConfigMap, or flux-operator. */
function deliveredBy({ kind, metadata, ...rest }: KubeObject): readonly KubeObject[] {
  if (kind === 'ConfigMap' && metadata.name.endsWith('-sync'))
    return Object.values(rest['data'] as Record<string, string>).flatMap(text => objectsIn(text))
  const spec = rest['spec'] as { resources?: readonly KubeObject[]; sync?: Flow } | undefined
  if (kind === 'ResourceSet') return spec?.resources ?? []
  if (kind !== 'FluxInstance' || !spec?.sync) return []
  // As the operator makes it.
  const sourceRef = { kind: 'GitRepository', name: 'flux-system' }
  const { path } = spec.sync
  return [
    {
      apiVersion: FLUX,
      kind: 'Kustomization',
      metadata: { name: 'flux-system', namespace: 'flux-system' },
      spec: { interval: '10m', path, prune: true, sourceRef },
    },
  ]
}

function objectsIn(text: string): KubeObject[] {
  return (loadAll(text) as (KubeObject | null)[]).filter(object => object !== null)
}

interface Release {
  readonly chartRef?: { readonly name: string }
  readonly values?: object
  readonly valuesFrom?: readonly { readonly targetPath: string }[]
}

/**
 * Renders the charts of these HelmReleases with `helm template`, with their values and one for each that comes from a
 * Secret. `charts` holds those that can be had here, by name. Returns which were rendered.
 */
export async function helmTemplate(
  objects: readonly KubeObject[],
  charts: Readonly<Record<string, string>>,
  folder: string,
): Promise<readonly string[]> {
  const helm = await buildTool('helm')
  await mkdir(folder, { recursive: true })
  const rendered: string[] = []
  for (const { kind, metadata, ...rest } of objects) {
    if (kind !== 'HelmRelease') continue
    const { chartRef, values = {}, valuesFrom = [] } = rest['spec'] as Release
    const chart = Object.entries(charts).find(([name]) => chartRef?.name.endsWith(name))
    if (!chart) continue
    const file = join(folder, `${rendered.length}.yaml`)
    await writeFile(file, JSON.stringify(values))
    const set = valuesFrom.flatMap(({ targetPath }) => ['--set-string', `${targetPath}=value`])
    const { stdout } = await run(helm, ['template', 'release', chart[1], '--values', file, ...set], options)
    if (objectsIn(stdout).length > 0) rendered.push(metadata.name)
  }
  return rendered
}
