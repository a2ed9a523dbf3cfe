import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  FITOUT_USER,
  type FitoutController,
  installFitout,
  kubectl,
  withTokenOfFitout,
} from '../add-ons/fitting-out-controller.ts'
import { profile } from '../add-ons/fitting-out.ts'
import type { KubeApi } from '../kube/kube-api.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab, LabCluster } from '../lab.ts'
import { sharedLab } from './shared-lab.ts'

let lab: Lab
const clusters: LabCluster[] = []
let controller: FitoutController
let metricsAddress: string
/** With the token of the controller's account, and nothing else. */
let thief: KubeApi

beforeAll(async () => {
  lab = sharedLab()
  const { api } = lab.management
  for (const name of ['team-a', 'team-b', 'elsewhere'])
    await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  metricsAddress = `127.0.0.1:${await lab.site.ports.take()}`
  const flags = ['--namespaces=team-a,team-b', `--metrics-address=${metricsAddress}`]
  controller = await installFitout(lab, { deploy: await kustomization(['team-a']), flags })
  await controller.program.start()
  for (const namespace of ['team-a', 'team-b', 'elsewhere'])
    for (const object of [fitout(namespace), values(namespace)]) await api.apply(object)
  clusters.push(await lab.createCluster('blue', { namespace: 'team-a', labels: profile }))
  thief = await withTokenOfFitout(lab)
})

// A controller with more rights would continue with these clusters.
afterAll(async () => {
  await Promise.all(clusters.map(cluster => lab.deleteCluster(cluster)))
  await controller?.program.stop()
})

describe('with rights in named namespaces only', () => {
  test('a cluster there is fitted out', async () => {
    expect(await untilReady('team-a/blue')).toEqual(['api Ready', 'values Ready'])
  })

  test('a namespace without rights stops nobody, and the log says what to do', async () => {
    expect((await fetch(`${controller.url}/readyz`)).status).toBe(200)
    await until('the log says it', async () =>
      (await readFile(controller.program.spec.logFile, 'utf8')).includes(
        'apply deploy/namespaced/access in namespace \\"team-b\\"',
      ),
    )
  })

  test('the metrics are at an address of their own, and nowhere else', async () => {
    const served = await Promise.all(
      [`http://${metricsAddress}/metrics`, `${controller.url}/metrics`].map(url => fetch(url)),
    )
    expect(served.map(({ status }) => status)).toEqual([200, 404])
  })

  test('whoever has the token can read a Secret there by its name', async () => {
    expect((await thief.get(values('team-a'))).metadata.name).toBe('shared-values')
  })

  const attempts: readonly { name: string; attempt: () => Promise<unknown> }[] = [
    { name: 'read a Secret of another namespace', attempt: () => thief.get(values('elsewhere')) },
    { name: 'read a Secret of the system', attempt: () => thief.get(ref('v1', 'Secret', 'kube-system/x')) },
    {
      name: 'read a Secret of its own namespace',
      attempt: () => thief.get(ref('v1', 'Secret', 'fitout-system/x')),
    },
    { name: 'write a Secret of another namespace', attempt: () => thief.create(values('elsewhere')) },
    { name: 'list Secrets', attempt: () => thief.list('v1', 'Secret') },
    {
      name: 'list Clusters of all namespaces',
      attempt: () => thief.list('cluster.x-k8s.io/v1beta2', 'Cluster'),
    },
    {
      name: 'ask for a token of a ServiceAccount',
      attempt: () => thief.post(ref('v1', 'ServiceAccount', 'team-a/default'), '/token', tokenRequest),
    },
  ]
  test.for(attempts)('whoever has the token cannot $name', async ({ attempt }) => {
    const said = await attempt().then(
      () => 'done',
      (error: Error) => error.message,
    )
    expect(said).toContain(`User "${FITOUT_USER}" cannot`)
  })

  test('a namespace that gets its rights later is fitted out, too', async () => {
    await kubectl(lab, 'apply', '--server-side', '-k', await kustomization(['team-a', 'team-b']))
    clusters.push(await lab.createCluster('green', { namespace: 'team-b', labels: profile }))
    expect(await untilReady('team-b/green')).toEqual(['api Ready', 'values Ready'])
  })

  test('the controller asked for nothing outside of them but its Lease', () => {
    const asked = lab.management
      .audit()
      .filter(({ userAgent = '', objectRef }) => userAgent.startsWith('fitout/') && objectRef)
      .map(({ objectRef }) => objectRef?.namespace ?? '*')
    expect([...new Set(asked)].toSorted()).toEqual(['fitout-system', 'team-a', 'team-b'])
  })
})

const tokenRequest = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }

/** What deploy/namespaced/kustomization.yaml shows, with access to these namespaces. */
async function kustomization(access: readonly string[]): Promise<string> {
  const folder = join(lab.folder, 'namespaced')
  const deploy = relative(folder, 'deploy')
  const files = [
    ['.', { resources: [deploy, ...access], components: [`${deploy}/namespaced`] }],
    ...access.map(
      namespace => [namespace, { namespace, resources: [`../${deploy}/namespaced/access`] }] as const,
    ),
  ] as const
  for (const [path, content] of files) {
    await mkdir(join(folder, path), { recursive: true })
    await writeFile(join(folder, path, 'kustomization.yaml'), JSON.stringify(content))
  }
  return folder
}

function values(namespace: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'shared-values', namespace },
    stringData: { color: 'blue' },
  }
}

function fitout(namespace: string): KubeObject {
  const to = { name: 'values', namespace: 'default' }
  const handOver = [
    {
      from: { secret: 'shared-values' },
      to: { secret: to.name, namespace: to.namespace },
      keys: { color: {} },
    },
  ]
  return {
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'Fitout',
    metadata: { name: 'values', namespace },
    spec: {
      clusterSelector: { matchLabels: profile },
      steps: [
        { name: 'api', proof: { preset: 'api' } },
        {
          name: 'values',
          gate: { label: 'values.example.com/enabled' },
          handOver,
          proof: { objects: [{ apiVersion: 'v1', kind: 'Secret', ...to }] },
        },
      ],
    },
  }
}

/** Waits for a cluster, and gives its steps with their states. */
async function untilReady(cluster: string): Promise<readonly string[]> {
  const what = ref('fitout.dev/v1alpha1', 'ClusterFitout', cluster)
  return until(
    `${cluster} is Ready`,
    async () => {
      const { state, steps = [] } = ((await lab.management.api.get(what))['status'] ?? {}) as Status
      if (state === 'Ready') return steps.map(step => `${step.name} ${step.state}`)
      throw new Error(JSON.stringify({ state, steps }))
    },
    110_000,
  )
}

interface Status {
  readonly state?: string
  readonly steps?: readonly { readonly name: string; readonly state: string }[]
}
