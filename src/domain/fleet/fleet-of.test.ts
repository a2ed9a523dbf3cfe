import { describe, expect, test } from 'vitest'
import { aFitout, aStep } from '#test/domain/sample-fitout.ts'
import { fleetOf, type OwnedCluster } from './fleet-of.ts'
import { readSnapshot } from './read-snapshot.ts'

const now = Date.UTC(2026, 10, 16, 12)
const fitouts = [aFitout([aStep('api'), aStep('cni', { timeout: '5m' })])]
const meta = { name: 'blue', namespace: 'default', uid: 'u1', labels: { env: 'prod' } }

function aClusterFitout(status: object, metadata: object = {}) {
  return {
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'ClusterFitout',
    metadata: { name: 'blue', namespace: 'default', creationTimestamp: '2026-11-16T11:00:00Z', ...metadata },
    spec: { fitout: 'test' },
    status: { cluster: { name: 'blue', uid: 'u1' }, ...status },
  }
}

function fleetWith(owned: Partial<OwnedCluster>) {
  const cluster = { metadata: meta }
  return fleetOf({
    now,
    fitouts,
    clusters: [{ cluster, fitout: 'test', clusterFitout: undefined, ...owned }],
  })
}

const ready = {
  state: 'Ready',
  steps: [
    {
      name: 'api',
      state: 'Ready',
      readyAt: '2026-11-16T11:05:00Z',
      evidence: [
        { cluster: 'Workload', object: { apiVersion: 'v1', kind: 'Node', name: 'n' }, health: 'Current' },
      ],
    },
  ],
  conditions: [
    {
      type: 'Ready',
      status: 'True',
      reason: 'Ready',
      message: 'All steps are ready',
      lastTransitionTime: '2026-11-16T11:05:00Z',
    },
  ],
}

describe('The picture of a fleet', () => {
  test('has what the status says, and the labels, and the plan', () => {
    expect(fleetWith({ clusterFitout: aClusterFitout(ready) })).toEqual({
      apiVersion: 'fitout.dev/v1alpha1',
      kind: 'FleetSnapshot',
      asOf: '2026-11-16T12:00:00Z',
      fitouts: [
        {
          namespace: 'default',
          name: 'test',
          steps: [
            { name: 'api', timeout: '10m', components: [] },
            { name: 'cni', timeout: '5m', components: [] },
          ],
        },
      ],
      clusters: [
        {
          namespace: 'default',
          name: 'blue',
          labels: { env: 'prod' },
          fitout: 'test',
          state: 'Ready',
          since: '2026-11-16T11:05:00Z',
          startedAt: '2026-11-16T11:00:00Z',
          steps: [{ name: 'api', state: 'Ready', readyAt: '2026-11-16T11:05:00Z' }],
        },
      ],
      unselected: 0,
    })
  })

  const cases: readonly { name: string; given: Partial<OwnedCluster>; want: object }[] = [
    {
      name: 'has nothing but the plan of a cluster that the controller has not seen',
      given: {},
      want: {
        state: 'FittingOut',
        steps: [
          { name: 'api', state: 'Waiting' },
          { name: 'cni', state: 'Waiting' },
        ],
      },
    },
    {
      name: 'takes nothing from an earlier cluster of the same name',
      given: { clusterFitout: aClusterFitout({ ...ready, cluster: { name: 'blue', uid: 'u0' } }) },
      want: { state: 'FittingOut' },
    },
    {
      name: 'says that a cluster goes, although its status does not yet',
      given: {
        cluster: { metadata: { ...meta, deletionTimestamp: '2026-11-16T11:59:00Z' } },
        clusterFitout: aClusterFitout(ready),
      },
      want: { state: 'Deleting' },
    },
    {
      name: 'says that a cluster rests, although its status does not yet',
      given: { cluster: { metadata: meta, spec: { paused: true } }, clusterFitout: aClusterFitout(ready) },
      want: { state: 'Paused' },
    },
    {
      name: 'has the version that is planned until there is one that was read',
      given: { cluster: { metadata: meta, spec: { topology: { version: 'v1.35.4' } } } },
      want: { kubernetesVersion: 'v1.35.4' },
    },
    {
      name: 'keeps the evidence of a step that is not ready',
      given: {
        clusterFitout: aClusterFitout({
          state: 'Failed',
          step: 'api',
          steps: [{ ...ready.steps[0], state: 'Failed', since: '2026-11-16T11:30:00Z' }],
        }),
      },
      want: {
        since: '2026-11-16T11:30:00Z',
        steps: [{ ...ready.steps[0], state: 'Failed', since: '2026-11-16T11:30:00Z' }],
      },
    },
  ]
  test.for(cases)('$name', ({ given, want }) => {
    expect(fleetWith(given).clusters[0]).toMatchObject(want)
  })

  test('has what packs bring, but for what the Fitout itself says', () => {
    const found = [
      { component: 'cilium', version: '1.17.1' },
      { component: 'karpenter', version: '1.14.1' },
    ]
    const picture = fleetOf({
      now,
      clusters: [],
      fitouts: [aFitout([aStep('cni', { versions: { cilium: '1.20.2' } })])],
      delivered: new Map([['default/test', new Map([['cni', found]])]]),
      clusterApiVersion: 'v1.14.2',
    })
    expect(picture.clusterApiVersion).toBe('v1.14.2')
    expect(picture.fitouts[0]?.steps[0]?.components).toEqual([
      { component: 'cilium', version: '1.20.2' },
      { component: 'karpenter', version: '1.14.1' },
    ])
  })

  test('counts a cluster that no Fitout has, and does not show it', () => {
    expect(fleetWith({ fitout: undefined })).toMatchObject({ clusters: [], unselected: 1 })
  })

  test('has the very same cluster again while nothing about it changed', () => {
    const [cluster, clusterFitout] = [{ metadata: meta }, aClusterFitout(ready)]
    const [first] = fleetWith({ cluster, clusterFitout }).clusters
    expect(fleetWith({ cluster, clusterFitout }).clusters[0]).toBe(first)
    const held = aClusterFitout({ ...ready, state: 'Held' })
    expect(fleetWith({ cluster, clusterFitout: held }).clusters[0]?.state).toBe('Held')
    expect(fleetWith({ cluster: { metadata: { ...meta, labels: {} } } }).clusters[0]?.labels).toEqual({})
    expect(fleetWith({ cluster }).clusters[0]?.steps).toHaveLength(2)
    expect(
      fleetOf({ now, fitouts: [], clusters: [{ cluster, fitout: 'test', clusterFitout: undefined }] })
        .clusters[0]?.steps,
    ).toEqual([])
  })

  test('can be written, and read again', () => {
    const fleet = fleetWith({ clusterFitout: aClusterFitout(ready) })
    expect(readSnapshot(JSON.stringify(fleet))).toEqual(fleet)
  })
})
