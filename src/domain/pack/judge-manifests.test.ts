import { describe, expect, test } from 'vitest'
import { judgeManifests } from './judge-manifests.ts'
import { formatProblem } from './pack-problem.ts'
import { readManifests } from './read-manifests.ts'
import { definition } from '#test/domain/sample-pack.ts'

const named = (type: string, name: string, rest = '') =>
  `apiVersion: ${type.slice(0, type.indexOf(' '))}\nkind: ${type.slice(type.indexOf(' ') + 1)}\nmetadata: {name: ${name}, namespace: ns}\n${rest}`

const bare = (apiVersion: string, kind: string) =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a}\n---\n`

function judge(text: string, strategy: 'ApplyOnce' | 'Reconcile' = 'Reconcile'): readonly string[] {
  const { manifests } = readManifests([{ path: 'x.yaml', text }])
  return judgeManifests(manifests, strategy).map(formatProblem)
}

describe('judgeManifests says', () => {
  test('nothing about ordinary objects', () => {
    expect(judge(`${named('v1 ConfigMap', 'a')}---\n${named('v1 Secret', 'b', 'type: Opaque\n')}`)).toEqual(
      [],
    )
  })

  test('where the first of two equal objects is, whatever their versions', () => {
    const text = `${named('policy/v1 PodDisruptionBudget', 'a')}---\n${named('policy/v1beta1 PodDisruptionBudget', 'a')}`
    expect(judge(text)).toEqual([
      'x.yaml:5:1: error: PodDisruptionBudget ns/a is defined twice; the first is in x.yaml:1:1  DUPLICATE_OBJECT\n  fix: remove one of them',
    ])
  })

  test('that values of Secrets do not belong into a pack, without showing them', () => {
    const [problem = ''] = judge(named('v1 Secret', 'a', 'stringData: {password: hunter2hunter2}\n'))
    expect(problem).toContain('x.yaml:1:1: error: Secret ns/a has type Opaque and contains values')
    expect(problem).toContain('addons.cluster.x-k8s.io/resource-set')
    expect(problem).not.toContain('hunter2')
  })

  test('that a source of a ClusterResourceSet is none of a pack', () => {
    const text = named('v1 Secret', 'a', 'type: addons.cluster.x-k8s.io/resource-set\ndata: {a: YQ==}\n')
    expect(judge(text)).toEqual([
      'x.yaml:1:1: error: Secret ns/a has type addons.cluster.x-k8s.io/resource-set and is a source of a ClusterResourceSet itself  SECRET_IN_PACK\n  fix: list it in a ClusterResourceSet of its own, beside the pack, and keep it encrypted in Git',
    ])
  })

  test('that an object lacks its namespace, if its kind has one', () => {
    const text =
      bare('v1', 'Service') +
      bare('rbac.authorization.k8s.io/v1', 'ClusterRole') +
      bare('example.com/v1', 'Ship') +
      definition('Ship')
    const problems = judge(text).filter(problem => problem.includes('NO_NAMESPACE'))
    expect(problems.map(problem => problem.split('\n')[0])).toEqual([
      'x.yaml:1:1: error: Service a has no namespace, and a ClusterResourceSet does not set one  NO_NAMESPACE',
      'x.yaml:9:1: error: Ship a has no namespace, and a ClusterResourceSet does not set one  NO_NAMESPACE',
    ])
  })

  test('that a definition comes too late, and that the pack fixes it', () => {
    expect(judge(`${named('example.com/v1 Ship', 'a')}---\n${definition('Ship')}`)).toEqual([
      'x.yaml:1:1: warning: Ship ns/a comes before its CustomResourceDefinition in x.yaml:5:1; the pack moves it after  CRD_AFTER_USE',
    ])
  })

  test('that a kind must come from elsewhere', () => {
    expect(judge(named('monitoring.coreos.com/v1 ServiceMonitor', 'a'))).toEqual([
      'x.yaml:1:1: warning: ServiceMonitor ns/a is of monitoring.coreos.com/v1, which the pack does not define; the ClusterResourceSet fails until the cluster serves it  KIND_NOT_IN_PACK',
    ])
  })

  test('that nobody runs Helm hooks', () => {
    const text = `apiVersion: batch/v1\nkind: Job\nmetadata: {name: a, namespace: ns, annotations: {helm.sh/hook: post-install}}\n`
    expect(judge(text)).toEqual([
      'x.yaml:1:1: warning: Job ns/a is a Helm hook (post-install); a ClusterResourceSet applies it once, like everything else  HELM_HOOK\n  fix: helm template --no-hooks leaves hooks out',
    ])
  })

  const webhook = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: a}
webhooks: [{name: a.example.com, clientConfig: {service: {name: a, namespace: ns}}}]
`
  test('that a certificate which others fill in is lost with each change', () => {
    expect(judge(webhook)).toEqual([
      'x.yaml:1:1: warning: ValidatingWebhookConfiguration a has a caBundle that another controller fills in; each change of the pack clears it until it is filled in again  FILLED_IN_BY_OTHERS',
    ])
  })

  test('nothing about that when the pack is applied once', () =>
    expect(judge(webhook, 'ApplyOnce')).toEqual([]))
})
