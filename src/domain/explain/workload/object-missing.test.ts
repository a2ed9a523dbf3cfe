import { expect, test } from 'vitest'
import type { Fitout } from '../../api/schema/fitout-schema.ts'
import type { ResourceSetVerdict } from '../../resource-set/judge-resource-set.ts'
import { explain } from '../explain.ts'
import { type Fact, valueOf } from '../explain-facts.ts'
import {
  container,
  deployment,
  pod,
  refTo,
  type Sample,
  sample,
  says,
} from '#test/situations/sample-objects.ts'
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

test('What the proof of another step asks for does not explain this one', () => {
  // A kind that is not served has no scope either: such an object has no namespace.
  const misspelt = sample('karpenter.sh/v1 Deploymnet', 'm019')
  const theirs = sample('kustomize.toolkit.fluxcd.io/v1 Kustomization', 'team/apps', {
    spec: { dependsOn: [{ name: 'base' }] },
    status: { conditions: [says('Ready=False DependencyNotReady', "dependency 'team/base' not found")] },
  })
  const { facts } = situation('any', 'DefinitionMissing', {
    proof: [refTo(misspelt)],
    world: { workload: [theirs], serves: ['kustomize.toolkit.fluxcd.io'] },
    facts: { fitout: withStepFor(theirs) },
  })
  const { reason, sentence } = explain(facts)
  expect([reason, sentence]).toEqual([
    'DefinitionMissing',
    'The cluster has no CustomResourceDefinition for Deploymnet.karpenter.sh, which Deploymnet m019 needs',
  ])
})

/** The plan of all situations, and a step whose proof reads an object. */
function withStepFor({ apiVersion, kind, metadata: { namespace = '', name } }: Sample): Fact<Fitout> {
  const plan = valueOf(situation('any', 'Ready').facts.fitout)
  const [first] = plan?.spec.steps ?? []
  if (!plan || !first) throw new Error('the situations have a plan with steps')
  const object = { cluster: 'Workload' as const, apiVersion, kind, namespace, name }
  const more = { ...first, name: 'more', proof: { stableFor: '0s', objects: [object] } }
  return { kind: 'read', value: { ...plan, spec: { ...plan.spec, steps: [...plan.spec.steps, more] } } }
}

test('A release that fails is not forced to bring what it never brought', () => {
  const release = sample('helm.toolkit.fluxcd.io/v2 HelmRelease', 'shop/web', {
    spec: { chart: {} },
    status: {
      inventory: { entries: [{ id: 'shop_database__Secret', v: 'v1' }] },
      conditions: [says('Ready=Unknown Progressing', "Running 'upgrade' action with timeout of 20s")],
    },
  })
  const web = deployment('shop/web')
  const waiting = pod('shop/web-x', 'web', {
    status: {
      containerStatuses: [
        container('web', {
          state: {
            waiting: { reason: 'CreateContainerConfigError', message: 'secret "database" not found' },
          },
        }),
      ],
    },
  })
  const { facts } = situation('any', 'ContainerConfigMissing', {
    proof: [refTo(web)],
    world: { workload: [web, waiting, release], serves: ['helm.toolkit.fluxcd.io'] },
  })
  const told = explain(facts)
  expect([told.reason, ...told.next.map(({ text }) => text)]).toEqual([
    'ContainerConfigMissing',
    'Deliver Secret "database" to namespace "shop" in this step or an earlier one',
    'Describe Pod shop/web-x',
  ])
})
