import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleNetwork } from '../../test/cli/fleet-scene.ts'
import { installFitout } from '../add-ons/fitting-out-controller.ts'
import { fluxOperatorChart, startFluxOperator } from '../add-ons/flux-operator.ts'
import { stepsOfCluster } from '../add-ons/steps-of-cluster.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import { ref } from '../kube/kube-object.ts'
import { untilEstablished } from '../kube/until.ts'
import type { Lab } from '../lab.ts'
import type { Program } from '../process/program.ts'
import { buildTool } from '../programs/build-tool.ts'
import { ciliumNodes, labClass, templateCrds } from './fleet-class.ts'
import type { FleetFolder } from './fleet-folder.ts'
import {
  GIT_IDENTITY,
  commandsOf,
  fleetClusters,
  folderWithHelm,
  generations,
  helmWrites,
  standIn,
  untilTaken,
} from './fleet-operator-scene.ts'
import { publishKarpenter } from './guide-karpenter.ts'
import { sharedLab } from './shared-lab.ts'

const HELM_RELEASE = ['helm.toolkit.fluxcd.io/v2', 'HelmRelease'] as const

let lab: Lab
let home: FleetFolder
let operator: Program | undefined

beforeAll(async () => {
  lab = sharedLab()
  // With an empty cache it is compiled for minutes.
  await buildTool('flux-operator')
  const { api } = lab.management
  await Promise.all(templateCrds.map(crd => api.apply(crd)))
  await untilEstablished(api, templateCrds)
  const { program } = await installFitout(lab)
  await Promise.all([
    program.start(),
    publishKarpenter(lab),
    lab.charts.publish(standIn('ingress', '0.24.0')),
    lab.registry.push('charts', await fluxOperatorChart()),
    lab.git.commit('hub', {}),
    ...fleetClusters.map(cluster => applyOutputs(cluster)),
  ])
  home = await folderWithHelm(lab, 'hub')
  await mkdir(join(home.path, 'downloads'))
  await home.write('downloads/cilium.yaml', `${sampleNetwork}---\n${JSON.stringify(ciliumNodes)}\n`)
  await home.write(
    'downloads/eks.yaml',
    labClass()
      .map(object => JSON.stringify(object))
      .join('\n---\n'),
  )
}, 1_800_000)
afterAll(() => operator?.stop())

test('one Flux on the hub brings three clusters to Ready, and a commit for one cluster changes that cluster alone', async () => {
  await home.shell(`${GIT_IDENTITY}
git clone --quiet ${lab.git.url('hub')} fleet
cd fleet
fitout init --pattern flux-operator --env dev,prod --credentials none
cp ../downloads/eks.yaml infrastructure/control-plane-cluster/classes/
fitout cluster new early --env dev --set region=eu-west-1
fitout add cilium ../downloads/cilium.yaml
fitout add karpenter
fitout add kong
fitout cluster new blue --env dev --set region=eu-west-1
fitout cluster new green --env prod --set region=us-east-1
fitout init --check
sed -i 's#oci://public.ecr.aws/karpenter/#oci://${lab.registry.host}/karpenter/#; s#https://charts.konghq.com#${lab.charts.url}#; s#^\\( *\\)layerSelector:#\\1insecure: true\\n&#' clusters/*/*/k*.yaml
sed -i 's#oci://ghcr.io/controlplaneio-fluxcd/#oci://${lab.registry.host}/#; s#^\\( *\\)layerSelector:#\\1insecure: true\\n&#' clusters/hub/flux-system/flux-operator.yaml
git add --all
git commit --quiet --message 'Three clusters'
git push --quiet origin HEAD:main`)
  await bringFluxToHub()
  await home.shell(`fitout wait ${fleetClusters.map(pathOf).join(' ')} --timeout 12m`)

  const workloads = new Map<string, ControlPlane>()
  for (const { name, environment } of fleetClusters) {
    expect(await stepsOfCluster(lab.management.api, `${environment}/${name}`)).toEqual([
      'api Ready',
      'cilium Ready',
      'karpenter Ready',
      'kong Ready',
    ])
    const { controlPlane } = await lab.untilConnected(name, environment)
    workloads.set(name, controlPlane)
    const account = await controlPlane.api.get(ref('v1', 'ServiceAccount', 'karpenter/karpenter'))
    expect(account.metadata.annotations).toMatchObject({ 'eks.amazonaws.com/role-arn': roleOf(name) })
    // Hub and spoke: nothing of Flux is on the spokes.
    expect(await controlPlane.api.find(ref('v1', 'Namespace', 'flux-system'))).toBeUndefined()
  }

  await untilTaken(lab.management.api, await headCommit())
  const before = await generations(lab.management.api, ...HELM_RELEASE)
  const written = new Map(
    [...workloads].map(([name, controlPlane]) => [name, helmWrites(controlPlane).length]),
  )
  await home.shell(`${GIT_IDENTITY}
cd fleet
sed -i 's#^\\( *\\)releaseName: kong#&\\n\\1values:\\n\\1  replicaCount: 2#' clusters/prod/green/kong.yaml
git commit --quiet --all --message 'Two of Kong on green'
git push --quiet origin HEAD:main`)
  await untilTaken(lab.management.api, await headCommit())

  expect(await generations(lab.management.api, ...HELM_RELEASE)).toEqual({
    ...before,
    'prod/green-kong': (before['prod/green-kong'] ?? 0) + 1,
  })
  const replicas = await Promise.all(
    [...workloads].map(async ([name, { api }]) => {
      const { spec } = (await api.get(ref('apps/v1', 'Deployment', 'kong/kong'))) as unknown as {
        spec: { replicas: number }
      }
      return [name, spec.replicas]
    }),
  )
  expect(Object.fromEntries(replicas)).toEqual({ early: 1, blue: 1, green: 2 })
  const since = (name: string, controlPlane: ControlPlane) =>
    helmWrites(controlPlane).slice(written.get(name))
  const writes = [...workloads].map(([name, controlPlane]) => [name, since(name, controlPlane).length > 0])
  expect(Object.fromEntries(writes)).toEqual({ early: false, blue: false, green: true })
})

/** Does what the README of the repository says, with the lab's registry in place of the published chart. */
async function bringFluxToHub(): Promise<void> {
  const readme = await readFile(join(home.path, 'fleet/README.md'), 'utf8')
  const commands = commandsOf(readme, 'Install Flux on the hub').replace(
    'oci://ghcr.io/controlplaneio-fluxcd/charts/flux-operator',
    `oci://${lab.registry.host}/charts/flux-operator --plain-http`,
  )
  await home.shell(`cd fleet\n${commands}`)
  operator = await startFluxOperator(lab, lab.management)
  // The controller runs as a process already: what is left is what it is allowed to do here.
  const install = commandsOf(readme, 'Install Fitout').replace('fitout check\n', '').trim()
  await home.shell(
    `${install} --image registry.example.com/fitout:lab --export | kubectl apply --server-side --force-conflicts --filename -`,
  )
}

async function headCommit(): Promise<string> {
  return (await home.shell('git -C fleet rev-parse HEAD')).trim()
}

type FleetCluster = (typeof fleetClusters)[number]

/** What Terraform leaves behind for a cluster. */
async function applyOutputs({ name, environment }: FleetCluster): Promise<void> {
  const { api } = lab.management
  await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: environment } })
  await api.apply({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${name}-eks-connection`, namespace: environment },
    stringData: {
      cluster_name: name,
      karpenter_queue: `karpenter-${name}`,
      karpenter_role_arn: roleOf(name),
    },
  })
}

function roleOf(name: string): string {
  return `arn:aws:iam::012345678901:role/karpenter-${name}`
}

function pathOf({ name, environment }: FleetCluster): string {
  return `${environment}/${name}`
}
