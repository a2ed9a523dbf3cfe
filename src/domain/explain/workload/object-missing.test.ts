import { expect, test } from 'vitest'
import type { ResourceSetVerdict } from '../../resource-set/judge-resource-set.ts'
import { explain } from '../explain.ts'
import { refTo, sample, says } from '#test/situations/sample-objects.ts'
import { situation } from '#test/situations/situation.ts'

const service = sample('apiregistration.k8s.io/v1 APIService', 'v1.m026.metrics.example.com')
const failing = sample('kustomize.toolkit.fluxcd.io/v1 Kustomization', 'm015/apps', {
  status: {
    conditions: [
      says(
        'Ready=False ReconciliationFailed',
        'secrets "a" is forbidden: User "system:serviceaccount:m015:deployer" cannot patch resource "secrets" in API group "" in the namespace "m015"',
      ),
    ],
  },
})

test('What a ClusterResourceSet has applied is not looked for in what Flux fails to bring', () => {
  const value: ResourceSetVerdict = {
    verdict: 'applied',
    message: 'Applied 1 source',
    resources: [
      {
        state: 'applied',
        ref: { kind: 'ConfigMap', name: 'flux-1' },
        hash: 'sha256:1',
        objects: ['apiregistration.k8s.io/APIService//v1.m026.metrics.example.com'],
      },
    ],
  }
  const { facts } = situation('any', 'ObjectMissing', {
    proof: [refTo(service)],
    world: { workload: [failing], serves: ['apiregistration.k8s.io'] },
    facts: { resourceSets: new Map([['flux', { kind: 'read', value }]]) },
  })
  const { reason, next } = explain(facts)
  expect([reason, next[0]?.command]).toEqual(['ObjectMissing', 'fitout retry prod/payments-eu flux'])
})
