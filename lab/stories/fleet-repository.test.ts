import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { loadAll } from 'js-yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LAYOUTS, PATTERNS } from '../../src/domain/repository/repository-choices.ts'
import { FleetScene, sampleClass } from '../../test/cli/fleet-scene.ts'
import { providerCrd } from '../cluster-api/provider-crds.ts'
import { fluxRelease, writeInstallYaml } from '../add-ons/flux-release.ts'
import type { KubeObject } from '../kube/kube-object.ts'
import { readManifestFolder } from '../kube/read-manifests.ts'
import { until, untilEstablished } from '../kube/until.ts'
import { Lab } from '../lab.ts'
import { buildTool } from '../programs/build-tool.ts'
import { fluxBuild, helmTemplate, kustomizeEveryFolder } from './fleet-builds.ts'

let lab: Lab
let installYaml: string

// A management cluster that knows every kind that a fleet repository has: of Cluster API, Flux, flux-operator and Fitout.
beforeAll(async () => {
  lab = await Lab.start({ name: 'fleet-repository', hasTopology: true })
  const release = await fluxRelease('2.9')
  installYaml = writeInstallYaml(release)
  const operator = await readManifestFolder(join(release.folder, '../../../crd/bases'))
  const flux = release.objects.filter(({ kind }) => kind === 'CustomResourceDefinition')
  const templates = templateKinds.map(kind => providerCrd(kind, 'v1beta2'))
  const crds = [...flux, ...operator, ...templates, ...(await readManifestFolder('api/crds'))]
  await Promise.all(crds.map(crd => lab.management.api.apply(crd)))
  await untilEstablished(lab.management.api, crds)
  for (const namespace of ['dev', 'prod']) await createClass(namespace)
  // Before the tests: with an empty cache they are compiled for minutes.
  for (const tool of ['kustomize', 'flux', 'helm', 'actionlint'] as const) await buildTool(tool)
}, 1_800_000)
afterAll(() => lab?.stop())

const templateKinds = [
  { group: 'infrastructure.cluster.x-k8s.io', kind: 'AWSClusterTemplate' },
  { group: 'infrastructure.cluster.x-k8s.io', kind: 'AWSMachineTemplate' },
  { group: 'controlplane.cluster.x-k8s.io', kind: 'KubeadmControlPlaneTemplate' },
  { group: 'bootstrap.cluster.x-k8s.io', kind: 'KubeadmConfigTemplate' },
]

/** The class of the fleet, ready, so that Cluster API itself checks the Clusters against it. */
async function createClass(namespace: string): Promise<void> {
  const { api } = lab.management
  const metadata = { name: 'eks', namespace }
  await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  for (const { group, kind } of templateKinds)
    await api.apply({ apiVersion: `${group}/v1beta2`, kind, metadata, spec: { template: { spec: {} } } })
  const [eks] = loadAll(sampleClass) as KubeObject[]
  const stored = await api.apply({
    ...eks,
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'ClusterClass',
    metadata,
  })
  await until(`ClusterClass ${namespace}/eks is ready`, async () => {
    const { status } = (await api.get(stored)) as { status?: { observedGeneration?: number } }
    return status?.observedGeneration === stored.metadata.generation
  })
}

const combinations = PATTERNS.flatMap(pattern => LAYOUTS.map(layout => ({ pattern, layout })))

test.for(combinations)(
  'kustomize, flux and helm build every folder of pattern $pattern with layout $layout, and the API server accepts every object',
  async ({ pattern, layout }) => {
    const scene = await FleetScene.withFleet(
      `--pattern ${pattern} --layout ${layout} --flux install.yaml`,
      addOns(pattern),
      {
        'install.yaml': installYaml,
      },
    )
    try {
      const folders = await kustomizeEveryFolder(scene)
      const objects = await fluxBuild(scene)
      const charts = { karpenter: join(lab.site.modules.karpenter.folder, 'kwok/charts') }
      const rendered = await helmTemplate(objects, charts, join(scene.folder, '.values'))
      say(
        `${pattern} ${layout}: ${folders.size} folders, ${objects.length} objects, ${rendered.length} charts rendered`,
      )
      const clusters = objects.filter(({ kind }) => kind === 'Cluster').map(({ metadata }) => metadata.name)
      expect(clusters.toSorted()).toEqual(['blue', 'early', 'green'])
      expect(rendered.length).toBeGreaterThan(0)
      for (const line of await scene.checksOfCi('gitlab'))
        expect(await scene.run(line)).toMatch(/\(exit 0\)\n$/)
      expect(await dryRun(objects)).toEqual({ accepted: objects.length, rejected: '' })
    } finally {
      await scene.close()
    }
  },
)

test.for(PATTERNS)(
  'actionlint finds nothing wrong with the workflows for GitHub of pattern %s',
  async pattern => {
    const scene = await FleetScene.withFleet(`--pattern ${pattern} --forge github`, [])
    try {
      // It looks for the workflows that others call in a clone only.
      await scene.program('git', 'init', '--quiet')
      const workflows = [...(await scene.files('.github/workflows')).keys()]
      const actionlint = await buildTool('actionlint')
      // It takes other linters along if a machine has them.
      const words = ['-no-color', '-shellcheck=', '-pyflakes=', ...workflows]
      expect(await scene.program(actionlint, ...words)).toBe('')
    } finally {
      await scene.close()
    }
  },
)

// Where Flux comes to clusters as a pack.
function addOns(pattern: string): readonly string[] {
  const flux = pattern === 'crs' ? ['add flux install.yaml'] : []
  return ['add cilium cilium.yaml', ...flux, 'add karpenter', 'add kong']
}

/** How many of these objects the API server accepts, and what it says about the others. */
async function dryRun(
  objects: readonly KubeObject[],
): Promise<{ readonly accepted: number; readonly rejected: string }> {
  const namespaces = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []))
  for (const name of namespaces)
    await lab.management.api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  const child = execFile(lab.site.programs.kubectl, [
    `--kubeconfig=${lab.kubeconfigFile}`,
    '--context=management',
    `--cache-dir=${lab.folder}/kubectl-cache`,
    'apply',
    '--server-side',
    '--dry-run=server',
    '--filename=-',
  ])
  child.stdin?.end(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }))
  const [said, rejected] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ])
  return { accepted: said.match(/ serverside-applied \(server dry run\)$/gm)?.length ?? 0, rejected }
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`)
}
