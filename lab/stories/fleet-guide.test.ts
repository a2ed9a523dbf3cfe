import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleNetwork } from '../../test/cli/fleet-scene.ts'
import { shellBlocks } from '../../test/documents/shell-blocks.ts'
import { installFitout } from '../add-ons/fitting-out-controller.ts'
import { fluxRelease, writeInstallYaml } from '../add-ons/flux-release.ts'
import { stepsOfCluster } from '../add-ons/steps-of-cluster.ts'
import { ref } from '../kube/kube-object.ts'
import { untilEstablished } from '../kube/until.ts'
import { Lab } from '../lab.ts'
import { ciliumNodes, labClass, templateCrds } from './fleet-class.ts'
import { FleetFolder } from './fleet-folder.ts'
import { publishKarpenter } from './guide-karpenter.ts'
import { followGuide } from './guide-shell.ts'
import { changesOf, contentsOf, requestSync, takenByAll } from './fleet-changes.ts'

const GUIDE = 'docs/guides/fleet-repository.md'
const clusters = { blue: 'dev', green: 'prod' } as const
/** With the cluster that the guide tries, and leaves to be merged. */
const allClusters = { ...clusters, red: 'dev' } as const

let lab: Lab
let home: FleetFolder

// What the guide starts from: a management cluster with Cluster API and Fitout, an empty repository, and downloads.
beforeAll(async () => {
  const controlPlanes = Object.entries(allClusters).map(([name, namespace]) => `${namespace}.${name}`)
  lab = await Lab.start({ name: 'fleet-guide', controlPlanes, managementHasNodes: true, hasTopology: true })
  await Promise.all(templateCrds.map(crd => lab.management.api.apply(crd)))
  await untilEstablished(lab.management.api, templateCrds)
  const { program } = await installFitout(lab)
  await Promise.all([program.start(), publishKarpenter(lab), lab.git.commit('fleet', {})])
  home = await FleetFolder.create(lab, 'home')
  for (const folder of ['downloads', 'classes']) await mkdir(join(home.path, folder), { recursive: true })
  await home.write('downloads/install.yaml', writeInstallYaml(await fluxRelease('2.9')))
  await home.write('downloads/cilium.yaml', `${sampleNetwork}---\n${JSON.stringify(ciliumNodes)}\n`)
  await home.write(
    'classes/eks.yaml',
    labClass()
      .map(object => JSON.stringify(object))
      .join('\n---\n'),
  )
  for (const [name, namespace] of Object.entries(allClusters)) await applyOutputs(name, namespace)
})
afterAll(() => lab?.stop())

test('the guide leads from nothing to a fleet in under 15 commands', async () => {
  const commands = (await shellBlocks(GUIDE))
    .join('')
    .split('\n')
    .filter(line => line !== '')
  expect(commands.indexOf('fitout wait dev/blue prod/green')).toBeLessThan(14)
  expect(await followGuide(home, GUIDE, inLab)).toEqual([])
  for (const [name, namespace] of Object.entries(clusters)) {
    expect(await stepsOfCluster(lab.management.api, `${namespace}/${name}`)).toEqual([
      'api Ready',
      'cilium Ready',
      'flux Ready',
      'karpenter Ready',
    ])
    const { controlPlane } = await lab.untilConnected(name, namespace)
    const account = await controlPlane.api.get(ref('v1', 'ServiceAccount', 'karpenter/karpenter'))
    expect(account.metadata.annotations).toMatchObject({ 'eks.amazonaws.com/role-arn': roleOf(name) })
  }
})

test('a third cluster comes with a commit, and a change for one cluster changes that one and no other', async () => {
  const first = await push('A third cluster')
  await requestSync(lab.management.api, first)
  const apis = new Map(
    await Promise.all(
      Object.entries(allClusters).map(async ([name, namespace]) => {
        const { controlPlane } = await lab.untilConnected(name, namespace)
        return [name, controlPlane.api] as const
      }),
    ),
  )
  await home.shell('fitout wait dev/blue dev/red prod/green --timeout 10m')
  await takenByAll(apis, first)

  const before = await contentsOf(apis)
  await home.shell(`cat >> fleet/clusters/dev/red/infrastructure.yaml <<'END'
  patches:
  - target: {kind: HelmRelease, name: karpenter}
    patch: |
      - {op: add, path: /spec/values/logLevel, value: error}
END`)
  await takenByAll(apis, await push('Karpenter on red says less'))
  expect(changesOf(before, await contentsOf(apis))).toEqual({
    blue: [],
    green: [],
    red: [
      'Deployment karpenter/karpenter',
      'HelmRelease flux-system/karpenter',
      'Kustomization flux-system/infrastructure',
      'Secret flux-system/sh.helm.release.v1.karpenter.v1',
      'Secret flux-system/sh.helm.release.v1.karpenter.v2',
    ],
  })
})

async function push(message: string): Promise<string> {
  await home.shell(`${gitIdentity}
    cd fleet
    git add --all
    git commit --quiet --message '${message}'
    git push --quiet origin HEAD:main`)
  return (await home.shell('cd fleet && git rev-parse HEAD')).trim()
}

/** Puts what the lab has in place of what only a reader can reach. */
function inLab(commands: string): string {
  const mirror = `sed -i 's#oci://public.ecr.aws/karpenter/#oci://${lab.registry.host}/karpenter/#; s#^  layerSelector:#  insecure: true\\n&#'`
  return commands
    .replace('https://gitlab.example.com/platform/fleet.git', lab.git.url('fleet'))
    .replace(/^git clone/m, `${gitIdentity}\ngit clone`)
    .replaceAll('~/', `${home.path}/`)
    .replace(/^fitout wait .*$/m, '$& --timeout 4m')
    .replace(/^fitout add karpenter$/m, line => `${line}\n${mirror} infrastructure/sources/karpenter.yaml`)
}

const gitIdentity =
  'export GIT_AUTHOR_NAME=lab GIT_AUTHOR_EMAIL=lab@fitout.dev GIT_COMMITTER_NAME=lab GIT_COMMITTER_EMAIL=lab@fitout.dev'

/** What Terraform leaves behind for a cluster. */
async function applyOutputs(name: string, namespace: string): Promise<void> {
  const { api } = lab.management
  await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  await api.apply({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${name}-eks-connection`, namespace },
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
