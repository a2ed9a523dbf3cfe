import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFluxOperator } from '../add-ons/flux-operator.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import { hasCondition } from '../kube/conditions.ts'
import type { KubeApi } from '../kube/kube-api.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab } from '../lab.ts'
import type { Program } from '../process/program.ts'
import { ModuleRegistry } from '../servers/module-registry.ts'
import type { FleetFolder } from './fleet-folder.ts'
import { labClass } from './fleet-class.ts'
import {
  GIT_IDENTITY,
  commandsOf,
  fleetClusters,
  folderWithHelm,
  generations,
  standIn,
  untilTaken,
} from './fleet-operator-scene.ts'
import { BOOTSTRAP, bootstrapModule } from './fleet-terraform-module.ts'
import { sharedLab } from './shared-lab.ts'
import { TERRAFORM_REGISTRY, prepareTerraform, terraformShell } from './terraform-scene.ts'

let lab: Lab
let home: FleetFolder
let modules: ModuleRegistry | undefined
const operators: Program[] = []

beforeAll(async () => {
  lab = sharedLab()
  home = await folderWithHelm(lab, 'terraform')
  await prepareModules()
  await Promise.all([
    lab.charts.publish(standIn('metrics-server', '3.13.1')),
    lab.registry.push('charts', standIn('cert-manager', 'v1.21.1')),
    lab.git.commit('terraform', {}),
  ])
  await home.write(
    'eks.yaml',
    labClass()
      .map(object => JSON.stringify(object))
      .join('\n---\n'),
  )
}, 1_800_000)
afterAll(async () => {
  await Promise.all(operators.map(operator => operator.stop()))
  await modules?.close()
})

test('Terraform hands three clusters to Flux and has nothing left to do, and a commit for one cluster changes that cluster alone', async () => {
  await home.shell(`${GIT_IDENTITY}
git clone --quiet ${lab.git.url('terraform')} fleet
cd fleet
fitout init --pattern terraform --layout kustomize --env dev,prod
cp ../eks.yaml infrastructure/control-plane-cluster/classes/
fitout cluster new early --env dev --set region=eu-west-1
fitout add metrics-server
fitout add cert-manager
fitout cluster new blue --env dev --set region=eu-west-1
fitout cluster new green --env prod --set region=us-east-1
fitout init --check
sed -i 's#oci://quay.io/jetstack/#oci://${lab.registry.host}/#; s#https://kubernetes-sigs.github.io/metrics-server/#${lab.charts.url}#; s#^\\( *\\)layerSelector:#\\1insecure: true\\n&#' systems/*/base/source.yaml
sed -i 's#oci://ghcr.io/controlplaneio-fluxcd/#oci://${lab.registry.host}/#; s#^\\( *\\)layerSelector:#\\1insecure: true\\n&#' clusters/*/flux-system/flux-operator.yaml
git add --all
git commit --quiet --message 'Three clusters'
git push --quiet origin HEAD:main`)
  await shell('terraform fmt -check terraform')
  await leaveOutHelmProvider()
  await shell('cd terraform && terraform init && terraform validate')

  const workloads = new Map<string, ControlPlane>()
  for (const cluster of fleetClusters) {
    const { controlPlane } = await lab.untilConnected(cluster.name, cluster.environment)
    workloads.set(cluster.name, controlPlane)
    await applyTerraform(cluster)
  }
  const controlPlanes = [...workloads.values()]
  await Promise.all(controlPlanes.map(playJob))
  // Neither states nor providers: only what belongs there.
  expect(await home.shell('git -C fleet status --porcelain terraform')).toBe(
    ' M terraform/main.tf\n M terraform/versions.tf\n?? terraform/.terraform.lock.hcl\n',
  )
  const first = await headCommit()
  await Promise.all(controlPlanes.map(({ api }) => untilTaken(api, first)))
  const before = await stateOf(workloads)
  expect(before['green']).toMatchObject(deployed)

  await home.write('fleet/systems/metrics-server/overlays/green/kustomization.yaml', patched)
  await home.shell(`${GIT_IDENTITY}
cd fleet
git commit --quiet --message 'Two of metrics-server on green' systems
git push --quiet origin HEAD:main`)
  const second = await headCommit()
  await Promise.all(controlPlanes.map(({ api }) => untilTaken(api, second)))
  const after = await stateOf(workloads)
  const changed = { 'HelmRelease flux-system/metrics-server': 2, 'Deployment kube-system/metrics-server': 2 }
  expect(after).toEqual({ ...before, green: { ...before['green'], ...changed } })
})

const deployed = {
  'HelmRelease flux-system/metrics-server': 1,
  'HelmRelease flux-system/cert-manager': 1,
  'Deployment kube-system/metrics-server': 1,
  'Deployment cert-manager/cert-manager': 1,
}

const patched = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
- ../../base
patches:
- target: {kind: HelmRelease, name: metrics-server}
  patch: |
    - op: add
      path: /spec/values
      value: {replicaCount: 2}
`

/** OpenTofu, with the module and the provider that can be had here. */
async function prepareModules(): Promise<void> {
  modules = await ModuleRegistry.start(await lab.site.ports.take(), bootstrapModule)
  const settings = `host "${TERRAFORM_REGISTRY}" {
  services = { "modules.v1" = "${modules.url}" }
}
`
  await prepareTerraform(lab, home, { providers: ['kubernetes'], settings })
}

/** Runs commands in the clone, with a `terraform` that knows where to look. */
async function shell(commands: string): Promise<void> {
  await home.shell(`${terraformShell(home)}cd fleet
${commands}`)
}

// Version 3, whose syntax the file has, is not published as a module, and the one before refuses it.
async function leaveOutHelmProvider(): Promise<void> {
  for (const [name, block] of [
    ['main.tf', /^provider "helm" \{\n[^]*?\n\}\n\n/m],
    ['versions.tf', / {4}helm = \{\n[^]*?\n {4}\}\n/],
  ] as const) {
    const path = join(home.path, 'fleet/terraform', name)
    const text = await readFile(path, 'utf8')
    expect(text).toMatch(block)
    await writeFile(path, text.replace(block, ''))
  }
}

type FleetCluster = (typeof fleetClusters)[number]

/** Does what the README says for a new cluster; afterwards a plan has nothing to change. */
async function applyTerraform({ name, environment }: FleetCluster): Promise<void> {
  const readme = await readFile(join(home.path, 'fleet/README.md'), 'utf8')
  const commands = commandsOf(readme, 'Install Flux on the cluster')
    .replaceAll('team-1', name)
    .replaceAll('/tmp/', `${home.path}/`)
    .replaceAll('--namespace dev', `--namespace ${environment}`)
    .replace(/^terraform apply .*$/m, '$& -auto-approve')
  await shell(`export TF_VAR_git_username=reader TF_VAR_git_password=of-${name}
${commands}
cd terraform
terraform plan -detailed-exitcode -var cluster=${name} -var kubeconfig=${home.path}/${name}.kubeconfig`)
}

/** Does what the Job of the published module does, with what Terraform brought to the cluster. */
async function playJob(controlPlane: ControlPlane): Promise<void> {
  const { api } = controlPlane
  const given = await api.get(ref('v1', 'ConfigMap', `${BOOTSTRAP}/bootstrap`))
  const { instance = '', operator_version: version } = given['data'] as Record<string, string>
  const file = join(home.path, `${controlPlane.name}.kubeconfig`)
  await writeFile(file, await controlPlane.kubeconfig('bootstrap'), { mode: 0o600 })
  await home.shell(
    `helm --kubeconfig '${file}' install flux-operator oci://${lab.registry.host}/charts/flux-operator --plain-http --version ${version} --namespace flux-system --create-namespace`,
  )
  const secret = load(await secretsOf(api)) as KubeObject
  await api.apply({ ...secret, metadata: { ...secret.metadata, namespace: 'flux-system' } })
  await api.apply(load(instance) as KubeObject)
  operators.push(await startFluxOperator(lab, controlPlane))
  const flux = ref('fluxcd.controlplane.io/v1', 'FluxInstance', 'flux-system/flux')
  await until('the FluxInstance is ready', async () => hasCondition(await api.get(flux), 'Ready', 'True'))
}

async function secretsOf(api: KubeApi): Promise<string> {
  const { data } = (await api.get(ref('v1', 'Secret', `${BOOTSTRAP}/bootstrap`))) as unknown as {
    data: { secrets: string }
  }
  return Buffer.from(data.secrets, 'base64').toString()
}

async function headCommit(): Promise<string> {
  return (await home.shell('git -C fleet rev-parse HEAD')).trim()
}

/** The generation of every release and of every Deployment, by cluster. */
async function stateOf(workloads: ReadonlyMap<string, ControlPlane>) {
  const states = await Promise.all(
    [...workloads].map(async ([name, { api }]) => {
      const kinds = [
        ['helm.toolkit.fluxcd.io/v2', 'HelmRelease'],
        ['apps/v1', 'Deployment'],
      ] as const
      const all = await Promise.all(
        kinds.map(async ([apiVersion, kind]) =>
          Object.entries(await generations(api, apiVersion, kind)).map(
            ([path, generation]) => [`${kind} ${path}`, generation] as const,
          ),
        ),
      )
      return [name, Object.fromEntries(all.flat())] as const
    }),
  )
  return Object.fromEntries(states)
}
