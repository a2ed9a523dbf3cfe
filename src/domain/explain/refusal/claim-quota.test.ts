import { expect, test } from 'vitest'
import type { Fields } from '../../object/fields.ts'
import { explain } from '../explain.ts'
import { proving } from '#test/situations/pod-samples.ts'
import { deployment, type Sample, sample, says } from '#test/situations/sample-objects.ts'
import { situation } from '#test/situations/situation.ts'

const quota = sample('v1 ResourceQuota', 'm024/budget')

/** A Deployment with so many pods, of which one was refused for what it asks for. */
function refused(asks: string, spec: Fields, replicas = 0): Sample {
  const [resource = ''] = asks.split('=', 1)
  const words = `pods "shop-x" is forbidden: exceeded quota: budget, requested: ${asks}, used: ${resource}=0, limited: ${resource}=0`
  const conditions = [says('ReplicaFailure=True FailedCreate', words)]
  return deployment('m024/shop', { spec, status: { replicas, conditions } })
}

/** To what the quota is to be raised. */
function raised(object: Sample, ...more: readonly Sample[]): unknown {
  const { facts } = situation('any', 'QuotaExceeded', proving(object, [quota, ...more]))
  const patch = explain(facts).next.flatMap(({ command }) => /--patch '(.*)'/.exec(command ?? '')?.[1] ?? [])
  return patch.map(text => JSON.parse(text) as unknown)
}

test('A quota is raised for all pods of a Deployment and those that a rollout has besides', () => {
  expect(raised(refused('pods=1', { replicas: 2 }))).toEqual([{ spec: { hard: { pods: '3' } } }])
  expect(raised(refused('requests.cpu=20m', { replicas: 8 }))).toEqual([
    { spec: { hard: { 'requests.cpu': '200m' } } },
  ])
  const strategy = { rollingUpdate: { maxSurge: 3 } }
  expect(raised(refused('pods=1', { replicas: 2, strategy }))).toEqual([{ spec: { hard: { pods: '5' } } }])
  const recreate = { type: 'Recreate' }
  expect(raised(refused('pods=1', { replicas: 2, strategy: recreate }))).toEqual([
    { spec: { hard: { pods: '2' } } },
  ])
})

test('A quota is raised for what a rollout has besides when all pods of the revision before are there', () => {
  const strategy = { rollingUpdate: { maxSurge: '100%' } }
  expect(raised(refused('pods=1', { replicas: 2, strategy }, 2))).toEqual([{ spec: { hard: { pods: '2' } } }])
})

test('A quota is raised for what else in the namespace lacks pods', () => {
  const store = sample('apps/v1 StatefulSet', 'm024/store', {
    spec: { replicas: 3 },
    status: { replicas: 1 },
  })
  const agent = sample('apps/v1 DaemonSet', 'm024/agent', {
    status: { desiredNumberScheduled: 4, currentNumberScheduled: 0 },
  })
  const done = deployment('m024/done', { spec: { replicas: 1 } })
  expect(raised(refused('pods=1', { replicas: 2 }), store, agent, done)).toEqual([
    { spec: { hard: { pods: '9' } } },
  ])
})

test('A quota is raised with room for the objects of a chart that follow', () => {
  const words =
    'Helm install failed for release m024/web with chart web@1.0.0: configmaps "web" is forbidden: exceeded quota: budget, requested: count/configmaps=1, used: count/configmaps=1, limited: count/configmaps=1'
  const release = sample('helm.toolkit.fluxcd.io/v2 HelmRelease', 'm024/web', {
    status: { conditions: [says('Ready=False InstallFailed', words)] },
  })
  expect(raised(release)).toEqual([{ spec: { hard: { 'count/configmaps': '11' } } }])
  const { facts } = situation('any', 'QuotaExceeded', proving(release, [quota]))
  expect(explain(facts).next[0]?.text).toBe(
    'Raise ResourceQuota "budget", with room for further pods, or lower the resource requests of HelmRelease m024/web',
  )
})
