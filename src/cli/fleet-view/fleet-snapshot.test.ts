import { describe, expect, test } from 'vitest'
import { viewCluster } from './fleet-snapshot.ts'

const cluster = {
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { name: 'blue', namespace: 'prod' },
  spec: { topology: { version: 'v1.34.3' } },
}
const proof = { preset: 'api' }
const fitout = {
  apiVersion: 'fitout.dev/v1alpha1',
  kind: 'Fitout',
  metadata: { name: 'eks', namespace: 'prod' },
  spec: {
    clusterSelector: { matchLabels: { a: 'b' } },
    steps: [
      { name: 'api', proof, timeout: '90s' },
      { name: 'late', proof },
    ],
  },
}
const status = {
  state: 'Held',
  step: 'late',
  cluster: { name: 'blue', uid: '1', kubernetesVersion: 'v1.35.4-eks-1' },
  steps: [
    {
      name: 'api',
      state: 'Ready',
      openedAt: '2026-01-01T00:00:00Z',
      readyAt: '2026-01-01T00:00:09Z',
      since: '2026-01-01T00:00:09Z',
    },
    { name: 'late', state: 'Held', message: 'Cluster is paused', since: '2026-01-01T00:00:10Z' },
  ],
  cause: { reason: 'ClusterPaused', message: 'Cluster is paused', step: 'late', actor: 'nobody' },
}
const clusterFitout = {
  apiVersion: 'fitout.dev/v1alpha1',
  kind: 'ClusterFitout',
  metadata: { name: 'blue', namespace: 'prod' },
  spec: { fitout: 'eks' },
  status,
}
const start = Date.UTC(2026, 0, 1)

describe('A cluster, as a view shows it', () => {
  test('is read from its ClusterFitout, with the timeouts of its plan', () => {
    expect(viewCluster({ cluster, fitout, clusterFitout })).toEqual({
      id: 'prod/blue',
      kubernetes: '1.35',
      state: 'Held',
      at: 1,
      cause: status.cause,
      steps: [
        {
          name: 'api',
          state: 'Ready',
          since: start + 9000,
          openedAt: start,
          readyAt: start + 9000,
          timeoutMs: 90_000,
        },
        {
          name: 'late',
          state: 'Held',
          message: 'Cluster is paused',
          since: start + 10_000,
          openedAt: undefined,
          readyAt: undefined,
          timeoutMs: 600_000,
        },
      ],
    })
  })

  test('is nothing but its plan until the controller has seen it', () => {
    const { state, kubernetes, steps, at } = viewCluster({ cluster, fitout, clusterFitout: undefined })
    expect({ state, kubernetes, at, words: steps.map(step => `${step.name} ${step.state}`) }).toEqual({
      state: 'Fitting out',
      kubernetes: '1.34',
      at: undefined,
      words: ['api Waiting', 'late Waiting'],
    })
  })

  test('has no steps without a plan that can be read', () => {
    const broken = { ...fitout, spec: {} }
    const views = [undefined, broken].map(plan => viewCluster({ cluster, fitout: plan, clusterFitout }).steps)
    expect(views).toEqual([[], []])
  })
})
