import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { loadAll } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { installationObjects } from '../../src/domain/install/installation.ts'
import { readInstallValues } from '../../src/domain/install/read-values.ts'
import { buildTool } from '../programs/build-tool.ts'
import { buildPrograms } from '../programs/build-programs.ts'

const run = promisify(execFile)

interface Manifest {
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly annotations?: Readonly<Record<string, string>>
  }
}

let helm: string
let kubectl: string
let folder: string
beforeAll(async () => {
  helm = await buildTool('helm')
  ;({ kubectl } = await buildPrograms(() => undefined))
  folder = await mkdtemp(join(tmpdir(), 'fitout-chart-'))
}, 900_000)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const image = { repository: 'registry.example/fitout' }

/** What can be chosen, alone and together. */
const choices: readonly { readonly name: string; readonly values: object; readonly namespace?: string }[] = [
  { name: 'the defaults', values: {} },
  { name: 'another namespace', values: {}, namespace: 'platform' },
  { name: 'named namespaces', values: { namespaces: ['team-a', 'team-b'] } },
  { name: 'shards', values: { shards: ['s1', 's2'], replicas: 1 } },
  { name: 'monitoring', values: { monitoring: { enabled: true, namespace: 'metrics' } } },
  { name: 'notifications to Flux', values: { notify: 'flux' } },
  { name: 'notifications to a webhook', values: { notify: 'webhook' } },
  {
    name: 'the policy for gates',
    values: { gatePolicy: { enabled: true, operators: ['jane@example.com', "o'neill", String.raw`a\b`] } },
  },
  {
    name: 'the console',
    values: {
      console: {
        enabled: true,
        publicUrl: 'https://fitout.example.com',
        oidc: { issuerUrl: 'https://login.example.com', usernamePrefix: '-' },
        git: { url: 'https://git.example.com/platform/fleet', kind: 'gitea' },
        ingressNamespace: 'traefik',
      },
    },
  },
  {
    name: 'nothing that can be left out',
    values: {
      crds: { enabled: false },
      admissionPolicy: { enabled: false },
      networkPolicy: { enabled: false },
      topologySpreadKeys: [],
    },
  },
  {
    name: 'everything, in another namespace',
    namespace: 'platform',
    values: {
      image: { tag: '9.9.9', digest: `sha256:${'a'.repeat(64)}`, pullPolicy: 'Always', pullSecrets: ['one'] },
      replicas: 3,
      resources: { limits: { memory: '1Gi', cpu: 2 } },
      namespaces: ['team-a'],
      shards: ['s1'],
      logLevel: 'debug',
      gatePolicy: { enabled: true },
      topologySpreadKeys: ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'],
      priorityClassName: 'system-cluster-critical',
      nodeSelector: { role: 'infra' },
      tolerations: [{ key: 'infra', operator: 'Exists' }],
      monitoring: { enabled: true },
      notify: 'flux',
      managementProofs: { flux: true },
      console: {
        enabled: true,
        publicUrl: 'https://fitout.example.com',
        oidc: { issuerUrl: 'https://login.example.com' },
      },
    },
  },
]

describe('The chart renders what fitout install applies, with', () => {
  test.for(choices)('$name', async ({ name, values, namespace = 'fitout-system' }) => {
    const file = join(folder, `${name.replaceAll(/\W/g, '-')}.json`)
    await writeFile(file, JSON.stringify({ ...values, image: { ...image, ...imageIn(values) } }))
    const words = ['template', 'fitout', 'charts/fitout', '--namespace', namespace, '--values', file]
    const { stdout } = await run(helm, [...words, '--no-hooks', '--kube-version', '1.36.0'], {
      maxBuffer: 64 * 1024 * 1024,
    })
    // Helm makes the namespace itself.
    const want = objectsOf({ ...values, image: { ...image, ...imageIn(values) } }, namespace)
    expect(byName(manifestsIn(stdout).map(withoutKeep))).toEqual(
      byName(want.filter(({ kind }) => kind !== 'Namespace')),
    )
  })

  test('no values that do not exist', async () => {
    const words = ['template', 'fitout', 'charts/fitout', '--set', 'image.repository=x,replica=2']
    await expect(run(helm, [...words, '--kube-version', '1.36.0'])).rejects.toThrow(/replica/)
  })

  test('no image without a repository', async () => {
    const words = ['template', 'fitout', 'charts/fitout', '--kube-version', '1.36.0']
    await expect(run(helm, words)).rejects.toThrow(/image.repository is empty/)
  })
})

describe('Kustomize builds what fitout install applies, with', () => {
  const overlays: readonly { readonly name: string; readonly values: object; readonly overlay: object }[] = [
    { name: 'the defaults', values: {}, overlay: {} },
    {
      name: 'monitoring',
      values: { monitoring: { enabled: true } },
      overlay: { resources: ['monitoring'], components: ['serve-metrics'] },
    },
    { name: 'notifications to Flux', values: { notify: 'flux' }, overlay: { components: ['notify-flux'] } },
    {
      name: 'notifications to a webhook',
      values: { notify: 'webhook' },
      overlay: { components: ['notify-webhook'] },
    },
    {
      name: 'the policy for gates',
      values: { gatePolicy: { enabled: true } },
      overlay: { resources: ['gate-policy'] },
    },
    {
      name: 'proofs by Flux on the management cluster',
      values: { managementProofs: { flux: true } },
      overlay: { resources: ['flux-on-management'] },
    },
  ]
  test.for(overlays)('$name', async ({ name, values, overlay }) => {
    const place = join(folder, `overlay-${name.replaceAll(/\W/g, '-')}`)
    const deploy = relative(place, 'deploy')
    const { resources = [], components = [] } = overlay as Readonly<Record<string, readonly string[]>>
    await mkdir(place, { recursive: true })
    const kustomization = {
      resources: [deploy, ...resources.map(each => `${deploy}/${each}`)],
      components: components.map(each => `${deploy}/${each}`),
      images: [{ name: 'fitout', newName: image.repository, newTag: manifest.version }],
    }
    await writeFile(join(place, 'kustomization.yaml'), JSON.stringify(kustomization))
    const { stdout } = await run(kubectl, ['kustomize', place], { maxBuffer: 64 * 1024 * 1024 })
    expect(byName(manifestsIn(stdout))).toEqual(byName(objectsOf({ ...values, image }, 'fitout-system')))
  })
})

function imageIn(values: object): object {
  return 'image' in values && typeof values.image === 'object' && values.image !== null ? values.image : {}
}

function objectsOf(given: object, namespace: string): readonly Manifest[] {
  const reading = readInstallValues([given])
  if (reading.kind === 'invalid') throw new Error(reading.problems.join('; '))
  const objects = installationObjects({ namespace, values: reading.values, version: manifest.version })
  return JSON.parse(JSON.stringify(objects)) as readonly Manifest[]
}

function manifestsIn(text: string): readonly Manifest[] {
  return (loadAll(text) as readonly (Manifest | null)[]).filter(object => object !== null)
}

// It tells Helm alone to leave the kinds when the chart goes.
function withoutKeep(object: Manifest): Manifest {
  if (object.kind !== 'CustomResourceDefinition') return object
  const metadata = Object.entries(object.metadata).filter(([name]) => name !== 'annotations')
  return { ...object, metadata: Object.fromEntries(metadata) as unknown as Manifest['metadata'] }
}

function byName(objects: readonly Manifest[]): Readonly<Record<string, Manifest>> {
  return Object.fromEntries(
    objects.map(object => [
      `${object.kind} ${object.metadata.namespace ?? ''}/${object.metadata.name}`,
      object,
    ]),
  )
}
