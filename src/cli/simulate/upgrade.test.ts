import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aFitout, aStep } from '#test/domain/sample-fitout.ts'
import { aCluster, aFleet } from '#test/domain/sample-snapshot.ts'
import { fileOf } from '#test/simulator/sample-files.ts'
import { PackScene } from '#test/cli/pack-scene.ts'
import { namespaceObject, workloadObject } from '../../simulator/fleet/add-on-objects.ts'
import { packObjects } from '../../simulator/fleet/pack-objects.ts'
import { publishedFacts } from '../../domain/compat/facts/facts-by-component.ts'
import { judgeCluster } from '../../domain/compat/judge-cluster.ts'

const golden = (name: string) => `../../../test/golden/cli/simulate-upgrade-${name}.txt`

let scene: PackScene
beforeEach(async () => void (scene = await PackScene.open()))
afterEach(() => scene.close())

const step = (name: string, versions: Readonly<Record<string, string>>) =>
  aStep(name, { gate: { label: `${name}.example.com/enabled` }, versions, proof: { preset: 'api' } })

const plan = aFitout([step('flux', { flux: '2.9.4' }), step('karpenter', { karpenter: '1.8.2' })])

function cluster(name: string, version: string) {
  return {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name, namespace: 'default', labels: plan.spec.clusterSelector.matchLabels },
    spec: { topology: { classRef: { name: 'eks' }, version } },
  }
}

const fleet = fileOf('', [plan, cluster('blue', 'v1.34.2'), cluster('green', 'v1.35.4')]).text

/** A snapshot with what a step brings. */
function snapshotOf(count: number): string {
  const steps = [
    {
      name: 'flux',
      timeout: '10m',
      gate: { label: 'flux.example.com/enabled', value: 'true' },
      components: [{ component: 'flux', version: '2.8.8' }],
    },
    {
      name: 'karpenter',
      timeout: '10m',
      dependsOn: ['flux'],
      gate: { label: 'karpenter.example.com/enabled', value: 'true' },
      components: [{ component: 'karpenter', version: '1.14.1' }],
    },
  ]
  const labels = { env: 'prod', 'flux.example.com/enabled': 'true' }
  const versions = ['v1.33.6', 'v1.34.2', 'v1.36.1']
  const clusters = Array.from({ length: count }, (_, index) =>
    aCluster(`prod/team-${index}`, { labels, kubernetesVersion: versions[index % 3] ?? '' }),
  )
  return JSON.stringify(aFleet(clusters, { fitouts: [{ namespace: 'prod', name: 'eks', steps }] }))
}

describe('An upgrade of a simulated fleet shows', () => {
  const cases = [
    {
      name: 'an order that leads there',
      line: 'simulate -f fleet --upgrade kubernetes=1.36,karpenter=1.14.1',
      want: 'ready',
    },
    {
      name: 'which clusters stop where, by the reason of the controller',
      line: 'simulate -f fleet --upgrade kubernetes=1.36',
      want: 'stopped',
    },
    {
      name: 'the same for a merge request',
      line: 'simulate -f fleet --upgrade kubernetes=1.36 -o md',
      want: 'md',
    },
    {
      name: 'the same for programs',
      line: 'simulate -f fleet --upgrade kubernetes=1.35 -o json',
      want: 'json',
    },
    {
      name: 'the fleet of a snapshot',
      line: 'simulate --snapshot fleet.json --upgrade kubernetes=1.37,flux=2.9.4',
      want: 'snapshot',
    },
    {
      name: 'the gates of a snapshot shut again, so that each is judged',
      line: 'simulate --snapshot fleet.json --upgrade flux=2.10.0',
      want: 'snapshot-gates',
    },
  ]
  test.for(cases)('$name', async ({ line, want }) => {
    await scene.given({ 'fleet/all.yaml': fleet, 'fleet.json': snapshotOf(3) })
    await expect(await scene.run(line)).toMatchFileSnapshot(golden(want))
  })
})

test('A cluster is Held at the gate of a step exactly when what it brings is not supported', async () => {
  for (const kubernetes of ['1.33', '1.34', '1.35', '1.36', '1.37']) {
    for (const [component, version] of [
      ['flux', '2.9.4'],
      ['flux', '2.10.0'],
      ['karpenter', '1.8.2'],
      ['karpenter', '1.14.1'],
    ] as const) {
      const one = aFitout([step('brings', { [component]: version })])
      await scene.given({ 'fleet/all.yaml': fileOf('', [one]).text })
      const said = await scene.run(
        `simulate -f fleet --clusters 1 --upgrade kubernetes=${kubernetes},${component}=${version} -o json`,
      )
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the golden file shows what it is
      const { clusters } = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as {
        readonly clusters: readonly {
          readonly cause?: { readonly reason: string; readonly message: string }
        }[]
      }
      const { holds } = judgeCluster(
        { namespace: '', name: '', kubernetes: undefined, components: [{ component, version, places: [] }] },
        { target: kubernetes, facts: publishedFacts, now: 0 },
      )
      const want = holds.map(({ sentence }) => `VersionUnsupported: ${sentence}`)
      expect(clusters.flatMap(({ cause }) => (cause ? [`${cause.reason}: ${cause.message}`] : []))).toEqual(
        want,
      )
    }
  }
})

test('A version that only a pack says is raised, too', async () => {
  const cni = aStep('cni', {
    gate: { label: 'cni.example.com/enabled' },
    resourceSets: ['cni'],
    proof: { preset: 'api' },
  })
  const agent = workloadObject('DaemonSet', {
    namespace: 'kube-system',
    name: 'cilium',
    image: 'quay.io/cilium/cilium:v1.17.1',
  })
  const pack = packObjects('cni', 'cni.example.com/enabled', { cni: [namespaceObject('kube-system'), agent] })
  await scene.given({ 'fleet/all.yaml': fileOf('', [aFitout([cni]), ...pack]).text })
  const said = await scene.run('simulate -f fleet --clusters 1 --upgrade kubernetes=1.36,cilium=1.20.2')
  expect(said).toContain('cilium 1.17.1 -> 1.20.2')
})

test('Facts of fitout.yaml count', async () => {
  await scene.given({
    'fleet/all.yaml': fileOf('', [aFitout([step('billing', { billing: '0.4.1' })])]).text,
    'fitout.yaml': `apiVersion: fitout.dev/v1alpha1
kind: FleetRepository
git: {url: https://example.com/fleet.git}
environments: {dev: {}}
compat:
  facts:
  - component: billing
    newer: unsupported
    releases:
    - line: "0.4"
      kubernetes: {oldest: "1.33", newest: "1.35"}
      source: {url: https://example.com/billing, asOf: 2026-10-01}
`,
  })
  const said = await scene.run('simulate -f fleet --clusters 1 --upgrade kubernetes=1.36')
  expect(said).toContain('VersionUnsupported: billing 0.4 needs Kubernetes 1.35 or older')
  expect(said).toMatch(/\(exit 1\)\n$/)
})

describe('Bad input is named:', () => {
  const cases = [
    {
      name: 'a word without a version',
      line: '--upgrade kubernetes',
      want: '"kubernetes" is not a component and a version',
    },
    {
      name: 'a version that is none',
      line: '--upgrade flux=newest',
      want: '"newest" is not a version of flux',
    },
    { name: 'a range', line: '--upgrade flux=2.x', want: '"2.x" is not a version of flux' },
    {
      name: 'the same component twice',
      line: '--upgrade flux=2.9.4,flux=2.10.0',
      want: 'flux is there twice',
    },
    {
      name: 'a component that no step brings',
      line: '--upgrade karpentr=1.14.1',
      want: 'no step brings karpentr; known are kubernetes, flux, karpenter',
    },
    {
      name: 'two versions of Kubernetes',
      line: '--upgrade kubernetes=1.36 --kubernetes 1.35',
      want: '--upgrade names Kubernetes, too',
    },
    { name: 'two sources', line: '--snapshot fleet.json', want: 'give fleet or --snapshot, not both' },
  ]
  test.for(cases)('$name', async ({ line, want }) => {
    await scene.given({ 'fleet/all.yaml': fleet })
    const said = await scene.run(`simulate -f fleet ${line}`)
    expect(said).toContain(want)
    expect(said).toMatch(/\(exit 2\)\n$/)
  })
})
