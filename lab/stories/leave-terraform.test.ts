import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installFitout } from '../add-ons/fitting-out-controller.ts'
import { fluxRelease, writeInstallYaml } from '../add-ons/flux-release.ts'
import { stepsOfCluster } from '../add-ons/steps-of-cluster.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import { hasCondition } from '../kube/conditions.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until, untilEstablished } from '../kube/until.ts'
import { Lab } from '../lab.ts'
import { adoptionOf, releaseIn } from './adoption-report.ts'
import { labClass, templateCrds } from './fleet-class.ts'
import { takenByAll } from './fleet-changes.ts'
import type { FleetFolder } from './fleet-folder.ts'
import { GIT_IDENTITY, folderWithHelm } from './fleet-operator-scene.ts'
import { KUBERNETES_VERSION } from '../programs/programs.ts'
import { karpenterForGuides } from './guide-karpenter.ts'
import { chartsOfTerraform, terraformModule } from './leave-terraform-module.ts'
import { prepareTerraform, terraformShell } from './terraform-scene.ts'
import { type ClusterWitness, disturbedSince, witnessOf } from './untouched.ts'

// A platform as it was before: two clusters that Cluster API runs, and Terraform's Helm provider for what is on them.
const clusters = [
  { name: 'blue', environment: 'dev' },
  { name: 'green', environment: 'prod' },
] as const
const releases = { karpenter: 'karpenter', web: 'web', 'queue-orders': 'queues' } as const

let lab: Lab
let home: FleetFolder
const workloads = new Map<string, ControlPlane>()
const before = new Map<string, ClusterWitness>()

beforeAll(async () => {
  const controlPlanes = clusters.map(({ name, environment }) => `${environment}.${name}`)
  lab = await Lab.start({
    name: 'leave-terraform',
    controlPlanes,
    managementHasNodes: true,
    hasTopology: true,
  })
  const { api } = lab.management
  await Promise.all(templateCrds.map(crd => api.apply(crd)))
  await untilEstablished(api, templateCrds)
  const { program } = await installFitout(lab)
  const karpenter = await karpenterForGuides(lab.site.modules)
  await Promise.all([
    program.start(),
    lab.git.commit('fleet', {}),
    ...[karpenter, ...chartsOfTerraform].map(chart => lab.charts.publish(chart)),
  ])
  home = await folderWithHelm(lab, 'home')
  await prepareTerraform(lab, home, { providers: ['helm'] })
  for (const folder of ['downloads', 'infra', 'states']) await mkdir(join(home.path, folder))
  await home.write('downloads/install.yaml', writeInstallYaml(await fluxRelease('2.9')))
  await home.write(
    'downloads/eks.yaml',
    labClass()
      .map(object => JSON.stringify(object))
      .join('\n---\n'),
  )
  await home.write('infra/main.tf', terraformModule({ charts: lab.charts.url, karpenter: karpenter.version }))
}, 1_800_000)
afterAll(() => lab?.stop())

test('Terraform installs Karpenter and two other charts on two clusters', async () => {
  for (const { name, environment } of clusters) {
    await createCluster(name, environment)
    const { controlPlane } = await lab.untilConnected(name, environment)
    workloads.set(name, controlPlane)
    await home.write(`${name}.kubeconfig`, await controlPlane.kubeconfig('terraform'))
  }
  await terraform('init')
  await Promise.all(clusters.map(({ name }) => terraform('apply -auto-approve', name)))
  for (const cluster of clusters) {
    await applyOutputs(cluster)
    await untilRunning(controlPlaneOf(cluster.name))
    expect(await historyOf(controlPlaneOf(cluster.name))).toEqual({
      karpenter: ['1 deployed'],
      web: ['1 deployed'],
      'queue-orders': ['1 deployed'],
    })
    before.set(cluster.name, await witnessOf(controlPlaneOf(cluster.name)))
  }
})

test('the migration is proven by Helm, and writes both sides', async () => {
  const created = clusters.map(
    ({ name, environment }) =>
      `fitout cluster new ${name} --env ${environment} --set region=eu-west-1 --kubernetes ${KUBERNETES_VERSION}`,
  )
  await home.shell(`${GIT_IDENTITY}
cp -r infra infra-before
git clone --quiet ${lab.git.url('fleet')} fleet
cd fleet
fitout init --env dev,prod --credentials none --flux ../downloads/install.yaml
cp ../downloads/eks.yaml infrastructure/control-plane-cluster/classes/
fitout add flux ../downloads/install.yaml
${created.join('\n')}
git add --all
git commit --quiet --message 'A fleet repository'`)
  const said = await home.shell('cd fleet && fitout migrate terraform ../infra --write')
  expect(said).toContain('3 releases: 3 moved, 0 stay')
  expect(said.match(/^ {2}rendered equal: /gm)).toHaveLength(3)
  expect(said).not.toContain('secret-of-')
  expect(await home.shell('cd fleet && ! grep -rn secret-of- .')).toBe('')
  await home.shell('cd fleet && fitout init --check && fitout pack --check && fitout lint')
})

test('Terraform forgets the releases, destroys nothing and keeps its roles, and hands over', async () => {
  for (const cluster of clusters) {
    const plan = await terraform('plan -no-color', cluster.name)
    expect(plan).toContain('0 to destroy')
    expect(plan).toMatch(/3 to forget|will no longer be managed/)
    await terraform('apply -auto-approve', cluster.name)
    await applyOutputs(cluster)
    expect(await terraform('state list', cluster.name)).toBe(
      'terraform_data.interruption_queue\nterraform_data.karpenter_role\n',
    )
    expect(await disturbedSince(controlPlaneOf(cluster.name), witnessed(cluster.name))).toEqual([])
  }
})

test('adoption finds the releases of Terraform, and nothing that would restart', async () => {
  for (const { name, environment } of clusters) {
    const adoption = await adoptionOf(home, `${environment}/${name}`)
    expect(adoption).toMatchObject({ verdict: 'safe', refusals: [], beside: [], others: [] })
    for (const step of Object.keys(releases)) {
      expect(releaseIn(adoption, step)).toMatchObject({
        found: { revision: 1, history: 1, status: 'deployed', by: { tool: 'terraform' }, before: [] },
        isSameVersion: true,
        values: [],
      })
    }
    expect(adoption.steps.flatMap(({ releases: own }) => own)).toHaveLength(3)
  }
})

test('after the merge both clusters are Ready, and nothing was restarted, deleted or made again', async () => {
  await home.shell(`${GIT_IDENTITY}
cd fleet
git add --all
git commit --quiet --message 'Leave the Helm provider'
git push --quiet origin HEAD:main
until kubectl apply --server-side --kustomize clusters/tmp-mgmt/flux-system; do sleep 1; done
fitout wait dev/blue prod/green --timeout 10m`)
  const commit = (await home.shell('git -C fleet rev-parse HEAD')).trim()
  await takenByAll(new Map([...workloads].map(([name, { api }]) => [name, api])), commit)
  for (const { name, environment } of clusters) {
    expect(await stepsOfCluster(lab.management.api, `${environment}/${name}`)).toEqual([
      'api Ready',
      'flux Ready',
      'karpenter Ready',
      'web Ready',
      'queue-orders Ready',
    ])
    expect(await disturbedSince(controlPlaneOf(name), witnessed(name))).toEqual([])
    expect(await historyOf(controlPlaneOf(name))).toEqual({
      karpenter: ['1 superseded', '2 deployed'],
      web: ['1 superseded', '2 deployed'],
      'queue-orders': ['1 superseded', '2 deployed'],
    })
  }
})

test("Terraform's next plan has nothing to do, and its roles and queues are in its state", async () => {
  for (const { name } of clusters) {
    expect(await terraform('plan -no-color -detailed-exitcode', name)).toContain('No changes.')
    expect(await terraform('output -json karpenter', name)).toBe(
      `{"role_arn":"arn:aws:iam::012345678901:role/karpenter-${name}"}\n`,
    )
  }
})

test('the way back of the guide leaves all that runs as it is, and Terraform takes a release over again', async () => {
  const suspend = await commandOfGuide(/^ *(kubectl .* patch helmrelease karpenter .*)$/m)
  const seen = new Map<string, ClusterWitness>()
  for (const { name } of clusters) {
    const commands = Object.keys(releases).map(release => suspend.replace('karpenter', release))
    await home.shell(`export KUBECONFIG=${home.path}/${name}.kubeconfig\n${commands.join('\n')}`)
    seen.set(name, await witnessOf(controlPlaneOf(name)))
  }
  await home.shell(`${GIT_IDENTITY}
cd fleet
git revert --no-edit HEAD
git push --quiet origin HEAD:main`)
  const commit = (await home.shell('git -C fleet rev-parse HEAD')).trim()
  await takenByAll(new Map([...workloads].map(([name, { api }]) => [name, api])), commit)
  for (const { name } of clusters) {
    const controlPlane = controlPlaneOf(name)
    await until('Flux has let go of all releases', async () => {
      const kept = await controlPlane.api.list('helm.toolkit.fluxcd.io/v2', 'HelmRelease')
      return kept.length === 0
    })
    const gone = await disturbedSince(controlPlane, seen.get(name) ?? witnessed(name))
    // Of Flux only what told it to look after the releases.
    const ofFlux = /^(HelmRelease|HelmRepository|delete helmreleases|delete helmrepositories) flux-system\//
    expect(gone.filter(line => !ofFlux.test(line))).toEqual([])
    expect((await historyOf(controlPlane))['karpenter']).toEqual(['1 superseded', '2 deployed'])
  }
  await home.shell('rm -r infra && mv infra-before infra')
  const importing = await commandOfGuide(/`terraform (import helm_release\.karpenter [^`]*)`/)
  await terraform(importing, 'blue')
  expect(await terraform('plan -no-color -target=helm_release.karpenter', 'blue')).toMatch(/ 0 to destroy\./)
})

test('whoever restarts or deletes something on these clusters is seen', async () => {
  const controlPlane = controlPlaneOf('green')
  const { api } = controlPlane
  const seen = await witnessOf(controlPlane)
  const web = ref('apps/v1', 'Deployment', 'web/web')
  const annotations = { 'kubectl.kubernetes.io/restartedAt': 'now' }
  await api.patch(web, { spec: { template: { metadata: { annotations } } } })
  await api.delete(ref('v1', 'Secret', 'web/web'))
  const disturbed = await until('new pods of the Deployment run', async () => {
    const found = await disturbedSince(controlPlane, seen)
    return (
      found.filter(line => line.startsWith('Pod web/') && line.endsWith(' was started')).length === 2 && found
    )
  })
  expect(disturbed).toContainEqual(expect.stringMatching(/^Secret web\/web was \S+, is gone$/))
  expect(disturbed).toContainEqual(expect.stringMatching(/^ReplicaSet web\/\S+ was started$/))
  expect(disturbed).toContainEqual(expect.stringMatching(/^delete secrets web\/web by /))
})

/** A command that the guide tells its readers to run. */
async function commandOfGuide(pattern: RegExp): Promise<string> {
  const guide = await readFile('docs/guides/leave-the-helm-provider.md', 'utf8')
  const [, command] = pattern.exec(guide) ?? []
  if (command === undefined) throw new Error(`the guide has no ${pattern}`)
  return command
}

/** A cluster as it is there before anybody thinks of Fitout. */
async function createCluster(name: string, environment: string): Promise<void> {
  const { api } = lab.management
  await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: environment } })
  for (const object of labClass())
    await api.apply({ ...object, metadata: { ...object.metadata, namespace: environment } })
  await api.apply({
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name, namespace: environment },
    spec: {
      topology: {
        classRef: { name: 'eks' },
        version: KUBERNETES_VERSION,
        variables: [{ name: 'region', value: 'eu-west-1' }],
      },
    },
  })
}

/** Runs Terraform for a cluster, with a state of its own. */
async function terraform(command: string, cluster?: string): Promise<string> {
  const [verb = '', ...flags] = command.split(' ')
  const isPlanned = ['plan', 'apply', 'import'].includes(verb)
  const variables = isPlanned
    ? [
        `-var cluster_name=${cluster}`,
        `-var kubeconfig=${home.path}/${cluster}.kubeconfig`,
        `-var token=secret-of-${cluster}`,
      ]
    : []
  const state = cluster === undefined ? [] : [`-state=${home.path}/states/${cluster}.tfstate`]
  const at = verb === 'state' ? [flags.shift() ?? ''] : []
  const words = [verb, ...at, ...state, ...variables, ...flags]
  return home.shell(`${terraformShell(home)}terraform -chdir=infra ${words.join(' ')}`)
}

interface Output {
  readonly value: unknown
}

/** Puts the outputs beside the Cluster, as Cluster API's provider for Terraform does. */
async function applyOutputs({ name, environment }: (typeof clusters)[number]): Promise<void> {
  const outputs = JSON.parse(await terraform('output -json', name)) as Readonly<Record<string, Output>>
  const texts = Object.entries(outputs).map(([key, { value }]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  await lab.management.api.apply({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${name}-eks-connection`, namespace: environment },
    stringData: Object.fromEntries(texts) as Readonly<Record<string, string>>,
  })
}

async function untilRunning({ api }: ControlPlane): Promise<void> {
  await until('all pods of the releases run', async () => {
    const pods = await api.list('v1', 'Pod')
    const own = pods.filter(({ metadata }) => metadata.namespace !== 'kube-system')
    return own.length >= 5 && own.every(pod => hasCondition(pod, 'Ready', 'True'))
  })
}

/** The revisions of each release, as Helm keeps them. */
async function historyOf({ api }: ControlPlane): Promise<Readonly<Record<string, readonly string[]>>> {
  const kept = await api.list('v1', 'Secret', '?labelSelector=owner%3Dhelm')
  const entries = Object.entries(releases).map(([name, namespace]) => {
    const own = kept.filter(
      ({ metadata }) => metadata.namespace === namespace && metadata.labels?.['name'] === name,
    )
    return [name, own.map(revisionOf).toSorted()] as const
  })
  return Object.fromEntries(entries)
}

function revisionOf({ metadata: { labels = {} } }: KubeObject): string {
  return `${labels['version']} ${labels['status']}`
}

function controlPlaneOf(name: string): ControlPlane {
  const controlPlane = workloads.get(name)
  if (!controlPlane) throw new Error(`cannot find cluster ${name}`)
  return controlPlane
}

function witnessed(name: string): ClusterWitness {
  const witness = before.get(name)
  if (!witness) throw new Error(`nothing was seen of cluster ${name}`)
  return witness
}
