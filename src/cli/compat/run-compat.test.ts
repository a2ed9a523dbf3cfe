import { afterEach, describe, expect, test } from 'vitest'
import { FleetScene } from '#test/cli/fleet-scene.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { aCluster, aFleet } from '#test/domain/sample-snapshot.ts'
import { LAYOUTS, PATTERNS } from '../../domain/repository/repository-choices.ts'
import type { FleetSnapshot, FleetStep } from '../../domain/fleet/fleet-snapshot.ts'
import { VirtualClock } from '../../simulator/clock/virtual-clock.ts'
import type { FleetWorld } from '../fleet/fleet-world.ts'
import { type CompatFlags, runCompat } from './run-compat.ts'

const golden = (name: string) => `../../../test/golden/cli/compat-${name}.txt`

let scene: FleetScene
afterEach(() => scene.close())

const plain: CompatFlags = {
  k8s: undefined,
  check: false,
  output: 'table',
  kubeconfig: undefined,
  context: undefined,
  namespace: undefined,
}

interface Typed {
  readonly path?: string
  readonly flags?: Partial<CompatFlags>
  readonly today?: string
}

/** What the user sees on a day: both streams, then the exit code. */
async function answer({ path, flags = {}, today = '2026-11-18' }: Typed): Promise<string> {
  const io = memoryIo({ cwd: scene.folder, env: { LANG: 'C.UTF-8' } })
  const world: FleetWorld = {
    connect: () => Promise.reject(new Error('nobody asks for a live fleet')),
    clock: new VirtualClock(Date.parse(today)),
    terminal: async () => undefined,
  }
  const code = await runCompat({ path, flags: { ...plain, ...flags } }, { io, world })
  return `${io.stdout()}${io.stderr()}(exit ${code})\n`
}

const own = `compat:
  facts:
  - component: kong
    charts: [ingress]
    releases:
    - line: "0.24"
      kubernetes: {oldest: "1.30", newest: "1.35"}
      source: {url: https://example.com/kong, asOf: 2026-10-01}
`

describe('Of a fleet repository the answer is', () => {
  const cases: readonly ({ readonly name: string; readonly want: string } & Typed)[] = [
    { name: 'which clusters may go to the next Kubernetes', want: 'next' },
    { name: 'what holds them', want: 'held', flags: { k8s: '1.37', check: true } },
    { name: 'a comment for a merge request', want: 'md', flags: { k8s: 'v1.37.2', output: 'md' } },
    { name: 'a document for programs', want: 'json', flags: { k8s: '1.37', output: 'json' } },
    { name: 'that facts are old', want: 'old', today: '2027-03-01' },
    { name: 'about one namespace', want: 'namespace', flags: { namespace: 'prod', output: 'yaml' } },
  ]
  test.for(cases)('$name', async ({ want, ...typed }) => {
    scene = await FleetScene.withFleet('', ['add cilium cilium.yaml', 'add karpenter'])
    await scene.run('cluster new old --env prod --set region=us-east-1 --kubernetes 1.34.2')
    await expect(await answer(typed)).toMatchFileSnapshot(golden(want))
  })
})

describe.each(PATTERNS.flatMap(pattern => LAYOUTS.map(layout => ({ pattern, layout }))))(
  'With pattern $pattern and layout $layout',
  ({ pattern, layout }) => {
    test('the add-ons of every cluster are found', async () => {
      scene = await FleetScene.withFleet(`--pattern ${pattern} --layout ${layout}`, [
        'add cilium cilium.yaml',
        'add karpenter',
        'add kong',
      ])
      const text = (await answer({ flags: { output: 'json' } })).split('note:')[0] ?? ''
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the golden file shows what it is
      const { clusters } = JSON.parse(text) as {
        readonly clusters: readonly {
          readonly name: string
          readonly components: readonly { readonly component: string; readonly version: string }[]
        }[]
      }
      expect(clusters.map(({ name }) => name)).toEqual(['blue', 'early', 'green'])
      for (const { name, components } of clusters) {
        const found = components.map(({ component, version }) => `${component} ${version}`)
        expect(found, name).toEqual(expect.arrayContaining(['cilium 1.20.2', 'karpenter 1.14.1']))
        expect(
          found.filter(one => /^(?:kong|ingress) /.test(one)),
          name,
        ).toHaveLength(1)
        expect(new Set(components.map(({ component }) => component)).size, name).toBe(components.length)
      }
    })
  },
)

describe('Facts of fitout.yaml', () => {
  test('judge own charts', async () => {
    scene = await FleetScene.withFleet('', ['add kong'])
    const before = await answer({ flags: { k8s: '1.36' } })
    expect(before).toContain('No facts for')
    await scene.given({ 'fitout.yaml': `${await scene.read('fitout.yaml')}${own}` })
    const after = await answer({ flags: { k8s: '1.36' } })
    expect(after).toMatch(/kong 0\.24 is tested on Kubernetes 1\.30 to 1\.35, not on 1\.36/)
  })

  test('are refused with their place', async () => {
    scene = await FleetScene.withFleet('', [])
    await scene.given({
      'fitout.yaml': `${await scene.read('fitout.yaml')}${own.replace(', asOf: 2026-10-01', '')}`,
    })
    await expect(answer({})).rejects.toThrow('cannot use fitout.yaml: 1 problem')
    expect(await scene.run('compat')).toMatch(
      /fitout\.yaml:\d+:15: compat\.facts\[0\]\.releases\[0\]\.source\.asOf: .*\n.*\(exit 2\)/s,
    )
  })
})

function versioned(components: NonNullable<FleetStep['components']>): FleetSnapshot['fitouts'] {
  return [{ namespace: 'prod', name: 'eks', steps: [{ name: 'karpenter', timeout: '10m', components }] }]
}

describe('Of a snapshot the answer is', () => {
  const clusters = [
    aCluster('prod/blue'),
    aCluster('prod/green', { kubernetesVersion: 'v1.35.2-eks-1a2b3c4' }),
  ]
  const cases: readonly { name: string; want: string; fleet: FleetSnapshot; flags?: Partial<CompatFlags> }[] =
    [
      {
        name: 'what its steps bring',
        want: 'snapshot',
        fleet: aFleet(clusters, {
          fitouts: versioned([{ component: 'karpenter', version: '1.9.0' }]),
          clusterApiVersion: 'v1.14.2',
          unselected: 1,
        }),
        flags: { k8s: '1.36', check: true },
      },
      { name: 'that an old one has no versions', want: 'snapshot-old', fleet: aFleet(clusters) },
      { name: 'that there is nothing', want: 'snapshot-empty', fleet: aFleet([]), flags: { check: true } },
    ]
  test.for(cases)('$name', async ({ want, fleet, flags }) => {
    scene = await FleetScene.open()
    await scene.given({ 'fleet.json': JSON.stringify(fleet) })
    await expect(await answer({ flags: { snapshot: 'fleet.json', ...flags } })).toMatchFileSnapshot(
      golden(want),
    )
  })
})

test('Facts of the fitout.yaml around the folder count for a snapshot, too', async () => {
  scene = await FleetScene.withFleet('', [])
  const fleet = aFleet([aCluster('prod/blue', { kubernetesVersion: 'v1.35.1' })], {
    fitouts: versioned([{ component: 'kong', version: '0.24.0' }]),
  })
  const text = await scene.read('fitout.yaml')
  await scene.given({ 'fleet.json': JSON.stringify(fleet), 'fitout.yaml': `${text}${own}` })
  expect(await answer({ flags: { snapshot: 'fleet.json' } })).toContain(
    'kong 0.24 is tested on Kubernetes 1.30 to 1.35, not on 1.36',
  )
})

describe('A check', () => {
  const cases = [
    { name: 'fails if something is not supported now', on: '1.8.2', at: 'v1.35.1', flags: {}, want: 1 },
    {
      name: 'passes if the next Kubernetes does not go yet',
      on: '1.14.1',
      at: 'v1.36.1',
      flags: {},
      want: 0,
    },
    { name: 'fails if that one is asked for', on: '1.14.1', at: 'v1.36.1', flags: { k8s: '1.37' }, want: 1 },
    { name: 'passes if it is there', on: '1.14.1', at: 'v1.36.1', flags: { k8s: '1.36' }, want: 0 },
    { name: 'passes if nothing is known', on: '1.99.0', at: 'v1.36.1', flags: { k8s: '1.37' }, want: 0 },
  ]
  test.for(cases)('$name', async ({ on, at, flags, want }) => {
    scene = await FleetScene.open()
    const fleet = aFleet([aCluster('prod/blue', { kubernetesVersion: at })], {
      fitouts: versioned([{ component: 'karpenter', version: on }]),
    })
    await scene.given({ 'fleet.json': JSON.stringify(fleet) })
    const snapshot = { snapshot: 'fleet.json', ...flags }
    expect(await answer({ flags: { ...snapshot, check: true } })).toContain(`(exit ${want})`)
    expect(await answer({ flags: snapshot })).toContain('(exit 0)')
  })
})

describe('Bad input is named:', () => {
  const cases = [
    {
      name: 'a version that is none',
      line: 'compat --k8s newest',
      want: 'flag "--k8s": "newest" is not a version such as 1.36',
    },
    {
      name: 'two sources',
      line: 'compat . --snapshot fleet.json',
      want: 'give a folder or --snapshot, not both',
    },
    { name: 'a selector for files', line: 'compat -l env=prod', want: 'flag "--selector" is for a fleet' },
    { name: 'a file', line: 'compat a.yaml', want: 'cannot read a.yaml: it is not a folder' },
    { name: 'standard input', line: 'compat -', want: 'cannot read -: it is not a folder' },
    {
      name: 'a folder that does not exist',
      line: 'compat nowhere',
      want: 'there is no file or folder nowhere',
    },
    {
      name: 'a snapshot that is none',
      line: 'compat --snapshot a.yaml',
      want: 'cannot read a.yaml: it is not JSON',
    },
  ]
  test.for(cases)('$name', async ({ line, want }) => {
    scene = await FleetScene.open()
    await scene.given({ 'a.yaml': 'a: 1\n' })
    const said = await scene.run(line)
    expect(said).toContain(`error: ${want}`)
    expect(said).toMatch(/\(exit 2\)\n$/)
  })
})
