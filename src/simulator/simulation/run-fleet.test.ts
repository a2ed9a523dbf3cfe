import { describe, expect, test } from 'vitest'
import { sampleCluster, sampleConnection } from '#test/simulator/sample-plan.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { PlanRequest } from '../folder/fleet-plan.ts'
import { type RunOptions, runFleet } from './run-fleet.ts'
import { planOf, sampleFolder } from '#test/simulator/sample-files.ts'
import { type Simulation, simulationOf } from './simulation.ts'

async function simulate(
  objects: readonly object[],
  { seed = 1, faults = 'none', kubernetes, ...request }: Partial<RunOptions & PlanRequest> = {},
): Promise<Simulation> {
  const reading = planOf(objects, request)
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const run = await runFleet(reading.plan, { seed, faults, kubernetes })
  if ('problems' in run) throw new Error(JSON.stringify(run.problems))
  return simulationOf(reading.plan, run)
}

const values = { queue: 'q' }
const shortly = ({ clusters, causes }: Simulation) => [
  ...clusters.map(({ name, state, step }) => [name, state, step].filter(Boolean).join(' ')),
  ...causes.map(
    ({ clusters: { length }, reason, actor, sentence }) => `${length} ${reason} ${actor}: ${sentence}`,
  ),
]

const isNotSet =
  (name: string) =>
  ({ kind, metadata }: KubeObject) =>
    kind !== 'ClusterResourceSet' || metadata.name !== name

test('a fleet that has all it needs gets ready, its steps in their order', async () => {
  const { clusters, fitouts, causes } = await simulate(sampleFolder, { values, count: 2 })
  expect(clusters.map(({ name, state }) => `${name} ${state}`)).toEqual(['eks-1 Ready', 'eks-2 Ready'])
  expect(causes).toEqual([])
  expect(fitouts.map(({ name, ready, steps }) => [name, ready, ...steps.map(step => step.name)])).toEqual([
    ['eks', 2, 'api', 'cni', 'flux', 'karpenter', 'nodes'],
  ])
})

describe('it is found', () => {
  const cases: readonly {
    readonly name: string
    readonly objects: readonly object[]
    readonly options?: Partial<RunOptions & PlanRequest>
    readonly want: readonly string[]
  }[] = [
    {
      name: 'that a value is missing',
      objects: sampleFolder,
      options: { count: 2 },
      want: [
        'eks-1 Held karpenter',
        'eks-2 Held karpenter',
        '2 HandOverSecretMissing Git: Secret "${CLUSTER_NAME}-eks-connection" does not exist',
      ],
    },
    {
      name: 'that one of two clusters lacks a key',
      objects: [
        ...sampleFolder,
        sampleCluster('blue'),
        sampleCluster('green'),
        sampleConnection('blue'),
        { ...sampleConnection('green'), stringData: { other: '1' } },
      ],
      want: [
        'blue Ready',
        'green Held karpenter',
        '1 HandOverKeyMissing Git: Secret "green-eks-connection" lacks key "queue"',
      ],
    },
    {
      name: 'that a pack does not exist',
      objects: sampleFolder.filter(isNotSet('cni')),
      options: { values, count: 1 },
      want: ['eks-1 Held cni', '1 ResourceSetMissing Git: Pack "cni" does not exist'],
    },
    {
      name: 'that a part of a pack does not exist',
      objects: sampleFolder.map(object =>
        object.kind === 'ClusterResourceSet' && object.metadata.name === 'cni'
          ? {
              ...object,
              metadata: {
                ...object.metadata,
                annotations: { 'fitout.dev/pack-resource-sets': 'cni.namespaces,cni' },
              },
            }
          : object,
      ),
      options: { values, count: 1 },
      want: [
        'eks-1 Held cni',
        '1 ResourceSetMissing Git: ClusterResourceSet "cni.namespaces" of pack "cni" does not exist',
      ],
    },
    {
      name: 'that a ClusterResourceSet does not exist',
      objects: sampleFolder.filter(isNotSet('nodes')),
      options: { values, count: 1 },
      want: ['eks-1 Held nodes', '1 ResourceSetMissing Git: ClusterResourceSet "nodes" does not exist'],
    },
    {
      name: 'that a pack lies in the namespace that packs get by default',
      objects: sampleFolder.map(object =>
        object.kind === 'Fitout'
          ? { ...object, metadata: { ...object.metadata, namespace: 'prod' } }
          : object,
      ),
      options: { values, count: 1 },
      want: [
        'eks-1 Held cni',
        '1 ResourceSetMissing Git: Pack "cni" does not exist in namespace "prod"; one exists in namespace "default"',
      ],
    },
    {
      name: 'that a version does not fit',
      objects: sampleFolder,
      options: { values, count: 1, kubernetes: 'v1.36.1' },
      want: [
        'eks-1 Held karpenter',
        '1 VersionUnsupported Git: Kubernetes 1.36 needs Karpenter 1.13 or newer',
      ],
    },
    {
      name: 'that a cluster itself asks for a version that does not fit',
      objects: [
        ...sampleFolder,
        sampleConnection('blue'),
        { ...sampleCluster('blue'), spec: { topology: { version: 'v1.36.1' } } },
      ],
      want: [
        'blue Held karpenter',
        '1 VersionUnsupported Git: Kubernetes 1.36 needs Karpenter 1.13 or newer',
      ],
    },
    {
      name: 'that a cluster is paused',
      objects: [...sampleFolder, { ...sampleCluster('blue'), spec: { paused: true } }],
      want: ['blue Paused', '1 ClusterPaused Nobody: Cluster is paused'],
    },
    {
      name: 'that the kinds of Flux are missing',
      objects: sampleFolder.map(object =>
        object.metadata.name === 'flux-crds'
          ? { ...object, data: { a: '# nothing, and a little more of it\n' } }
          : object,
      ),
      options: { values, count: 1 },
      want: [
        'eks-1 Stuck flux',
        '1 ObjectMissing Git: CustomResourceDefinition buckets.source.toolkit.fluxcd.io does not exist: ConfigMap "flux-crds" of ClusterResourceSet "flux" contains no ob…',
      ],
    },
  ]
  test.for(cases)('$name', async ({ objects, options, want }) => {
    expect(shortly(await simulate(objects, options))).toEqual(want)
  })
})

test('faults that come and go keep no cluster from getting ready, and the same seed brings the same', async () => {
  const runs = []
  for (const seed of [5, 5, 6])
    runs.push(await simulate(sampleFolder, { values, count: 2, faults: 'many', seed }))
  expect(runs.map(({ fitouts }) => fitouts.map(({ ready }) => ready))).toEqual([[2], [2], [2]])
  expect(runs[0]?.faults).toBeGreaterThan(0)
  expect(runs[1]).toEqual(runs[0])
  expect(runs[2]).not.toEqual(runs[0])
})

test('an object that a server refuses is told with its place', async () => {
  const reading = planOf([...sampleFolder, sampleCluster('Blue')])
  if (!reading.ok) throw new Error('the plan of the test cannot be made')
  expect(await runFleet(reading.plan, { seed: 1, faults: 'none' })).toMatchObject({
    problems: [{ code: 'REFUSED', at: expect.stringMatching(/^fleet\.yaml:\d+:1$/) }],
  })
})
