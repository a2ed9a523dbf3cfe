import { expect, test } from 'vitest'
import { aFitout, aStep } from '#test/domain/sample-fitout.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { planOf } from '#test/simulator/sample-files.ts'
import { namespaceObject, workloadObject } from '../fleet/add-on-objects.ts'
import { packObjects } from '../fleet/pack-objects.ts'
import { runFleet } from './run-fleet.ts'
import { simulationOf } from './simulation.ts'

const gate = (name: string) => `${name}.example.com/enabled`
const operator = (namespace: string, name: string): readonly KubeObject[] => [
  namespaceObject(namespace),
  workloadObject('Deployment', { namespace, name, image: 'example.com/operator:1.0.0' }),
]
const sync: readonly KubeObject[] = [
  {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: { name: 'fleet', namespace: 'flux-system' },
    spec: { interval: '1m', url: 'https://example.com/fleet.git' },
  },
  {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'apps', namespace: 'flux-system' },
    spec: {
      interval: '1m',
      path: './apps',
      prune: true,
      sourceRef: { kind: 'GitRepository', name: 'fleet' },
    },
  },
]

const fitout = aFitout([
  aStep('cni', {
    gate: { label: gate('cni') },
    resourceSets: ['cni'],
    proof: { preset: 'calico', with: { install: 'operator' } },
  }),
  aStep('dns', { proof: { preset: 'coredns' } }),
  aStep('flux', { gate: { label: gate('flux') }, resourceSets: ['flux'], proof: { preset: 'flux' } }),
  aStep('sync', {
    gate: { label: gate('sync') },
    resourceSets: ['sync'],
    proof: {
      objects: [
        {
          apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
          kind: 'Kustomization',
          namespace: 'flux-system',
          name: 'apps',
        },
      ],
    },
  }),
  aStep('apps', {
    proof: {
      preset: 'helm-release',
      with: { name: 'ingress', namespace: 'ingress' },
      objects: [
        {
          apiVersion: 'cert-manager.io/v1',
          kind: 'ClusterIssuer',
          name: 'ca',
          current: "status.conditions.exists(c, c.type == 'Ready' && c.status == 'True')",
        },
        {
          cluster: 'Management',
          apiVersion: 'helm.toolkit.fluxcd.io/v2',
          kind: 'HelmRelease',
          name: '${CLUSTER_NAME}-extras',
        },
      ],
    },
  }),
])

test('what operators, Git, charts and the cluster itself would bring is there once they are healthy', async () => {
  const reading = planOf(
    [
      fitout,
      ...packObjects('cni', gate('cni'), { cni: operator('tigera-operator', 'tigera-operator') }),
      ...packObjects('flux', gate('flux'), { flux: operator('flux-system', 'flux-operator') }),
      ...packObjects('sync', gate('sync'), { sync }),
    ],
    { count: 2 },
  )
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const run = await runFleet(reading.plan, { seed: 1, faults: 'none' })
  if ('problems' in run) throw new Error(JSON.stringify(run.problems))
  const { causes, fitouts } = simulationOf(reading.plan, run)
  expect(causes).toEqual([])
  expect(fitouts.map(({ ready, steps }) => [ready, ...steps.map(({ name }) => name)])).toEqual([
    [2, 'cni', 'dns', 'flux', 'sync', 'apps'],
  ])
})
