import { describe, expect, test } from 'vitest'
import type { Why } from '../why.ts'
import { formatWhy } from './format-why.ts'

const held: Why = {
  sentence: 'Secret "payments-eu-eks-connection" lacks key "karpenter_iam_role_arn"',
  reason: 'HandOverKeyMissing',
  state: 'Held',
  step: 'karpenter',
  since: '2026-11-16T11:47:56Z',
  timeoutAt: undefined,
  actor: 'Git',
  evidence: [
    {
      cluster: 'Management',
      object: { apiVersion: 'v1', kind: 'Secret', namespace: 'prod', name: 'payments-eu-eks-connection' },
      health: 'Current',
      line: 'has cluster_endpoint, cluster_name; written at 11:52:10',
    },
    {
      cluster: 'Management',
      object: { apiVersion: 'fitout.dev/v1alpha1', kind: 'Fitout', namespace: 'prod', name: 'eks' },
      health: undefined,
      line: 'step karpenter hands the key over, no default (fitouts/eks.yaml:31)',
    },
    {
      cluster: 'Management',
      object: {
        apiVersion: 'cluster.x-k8s.io/v1beta2',
        kind: 'Cluster',
        namespace: 'prod',
        name: 'payments-eu',
      },
      health: undefined,
      line: 'gate karpenter.sh/enabled is shut',
    },
  ],
  ruledOut: ['API server', 'CNI', 'DNS', 'Flux', 'bindings and hashes', 'kubeconfig'],
  next: [
    {
      text: 'Add the output to the Terraform workspace and apply',
      patch: 'output "karpenter_iam_role_arn" { value = module.karpenter.iam_role_arn }',
    },
    { text: 'Refresh now', command: 'fitout refresh prod/payments-eu' },
  ],
  sameCause: 6,
  readAt: '2026-11-16T12:00:00Z',
}

const steps = ['api', 'cni', 'dns', 'flux', 'karpenter', 'nodes', 'add-ons']

test('A cause is shown with its evidence, what is OK, the owner and what to do', () => {
  const owner = 'the owner of Terraform workspace payments-eu'
  expect(formatWhy(held, { name: 'prod/payments-eu', steps, owner })).toBe(`\
prod/payments-eu is Held at step 5 of 7, karpenter, for 12m04s

  Secret "payments-eu-eks-connection" lacks key "karpenter_iam_role_arn"        HandOverKeyMissing

  Evidence
    1  Secret prod/payments-eu-eks-connection  Current  has cluster_endpoint, cluster_name; written at 11:52:10
    2  Fitout prod/eks                         -        step karpenter hands the key over, no default (fitouts/eks.yaml:31)
    3  Cluster prod/payments-eu                -        gate karpenter.sh/enabled is shut
  Checked, OK: API server, CNI, DNS, Flux, bindings and hashes, kubeconfig
  Owner: Git (the owner of Terraform workspace payments-eu)

  Next
    1  Add the output to the Terraform workspace and apply:
         output "karpenter_iam_role_arn" { value = module.karpenter.iam_role_arn }
    2  Refresh now:
         fitout refresh prod/payments-eu

6 more clusters have this cause: fitout status -q cause:HandOverKeyMissing
`)
})

describe('The first line', () => {
  const cases = [
    {
      name: 'tells the time that a stuck step had',
      given: {
        state: 'Stuck',
        step: 'cni',
        since: '2026-11-16T11:45:50Z',
        timeoutAt: '2026-11-16T11:55:50Z',
      },
      want: 'prod/payments-eu is Stuck at step 2 of 7, cni, for 14m10s (timeout 10m); still watched',
    },
    {
      name: 'tells no time that is not over',
      given: { state: 'Proving', timeoutAt: '2026-11-16T12:07:56Z' },
      want: 'prod/payments-eu is Proving at step 5 of 7, karpenter, for 12m04s',
    },
    {
      name: 'does not count a step that is not among those known',
      given: { step: 'other' },
      want: 'prod/payments-eu is Held at step other, for 12m04s',
    },
    { name: 'says that there is no step', given: { step: '' }, want: 'prod/payments-eu has no step yet' },
  ] as const
  for (const { name, given, want } of cases) {
    test(name, () => {
      expect(formatWhy({ ...held, ...given }, { name: 'prod/payments-eu', steps }).split('\n')[0]).toBe(want)
    })
  }
})

test('What there is nothing to say about is left out', () => {
  const bare: Why = { ...held, evidence: [], ruledOut: [], next: [], sameCause: 0 }
  expect(formatWhy(bare, { name: 'prod/payments-eu' })).toBe(`\
prod/payments-eu is Held at step karpenter, for 12m04s

  Secret "payments-eu-eks-connection" lacks key "karpenter_iam_role_arn"        HandOverKeyMissing

  Owner: Git
`)
})

test('One more cluster is one', () => {
  const text = formatWhy({ ...held, sameCause: 1 }, { name: 'prod/payments-eu' })
  expect(text).toContain('\n1 more cluster has this cause: fitout status -q cause:HandOverKeyMissing\n')
})

describe('Of a cluster whose steps are done and which is not ready, the head says', () => {
  const paused: Why = { ...held, state: 'Ready', reason: 'ClusterPaused' }
  const cases = [
    { name: 'what the cluster is', state: 'Paused', want: 'a is Paused at step karpenter' },
    {
      name: 'that it is not ready, if it is still said to be',
      state: 'Ready',
      want: 'a is not ready at step',
    },
  ] as const
  test.for(cases)('$name', ({ state, want }) => {
    expect(formatWhy(paused, { name: 'a', state })).toContain(want)
  })
})
