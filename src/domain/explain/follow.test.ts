import { expect, test } from 'vitest'
import { explain } from './explain.ts'
import {
  container,
  deployment,
  pod,
  type Sample,
  sample,
  says,
  warning,
} from '#test/situations/sample-objects.ts'
import { situation } from '#test/situations/situation.ts'

/** What is told of an object of a proof that someone judged not to be well. */
function told(root: Sample, more: readonly Sample[]): readonly string[] {
  const { apiVersion, kind, metadata } = root
  const object = {
    apiVersion,
    kind,
    name: metadata.name,
    ...(metadata.namespace ? { namespace: metadata.namespace } : {}),
  }
  const { facts } = situation('any', 'NotExplained', {
    world: { workload: [root, ...more] },
    facts: {
      status: {
        kind: 'read',
        value: {
          step: 'flux',
          steps: [
            {
              name: 'flux',
              state: 'Stuck',
              evidence: [{ cluster: 'Workload', object, health: 'InProgress', message: 'No' }],
            },
          ],
        },
      },
    },
  })
  const { reason, sentence, evidence } = explain(facts)
  return [reason, sentence, ...evidence.map(one => one.object.kind)]
}

test('An aggregated API is followed to what makes the pods behind its Service', () => {
  const api = sample('apiregistration.k8s.io/v1 APIService', 'v1beta1.metrics.k8s.io', {
    spec: { service: { namespace: 'kube-system', name: 'metrics-server' } },
    status: { conditions: [says('Available=False MissingEndpoints', 'endpoints have no addresses')] },
  })
  const behind = [
    sample('v1 Service', 'kube-system/metrics-server', { spec: { selector: { app: 'metrics' } } }),
    deployment('kube-system/metrics-server', {
      spec: { replicas: 0, template: { metadata: { labels: { app: 'metrics' } } } },
    }),
  ]
  expect(told(api, behind)).toEqual([
    'ScaledToZero',
    'Deployment kube-system/metrics-server is scaled to zero, so no pods run',
    'APIService',
    'Service',
    'Deployment',
  ])
  expect(told(api, []).slice(0, 2)).toEqual([
    'NotExplained',
    'APIService v1beta1.metrics.k8s.io says MissingEndpoints: endpoints have no addresses',
  ])
})

const cron = sample('batch/v1 CronJob', 'shop/report', { metadata: { uid: 'uid-report' }, spec: {} })
const owned = [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'report', uid: 'uid-report' }]

test('A CronJob is followed to the pods of its newest Job', () => {
  const job = sample('batch/v1 Job', 'shop/report-1', {
    metadata: { ownerReferences: owned },
    spec: { selector: { matchLabels: { app: 'report' } } },
    status: { failed: 1 },
  })
  const crashed = pod('shop/report-1-x', 'report', {
    status: {
      phase: 'Failed',
      containerStatuses: [container('report', { state: { terminated: { exitCode: 3, reason: 'Error' } } })],
    },
  })
  expect(told(cron, [job, crashed])).toEqual([
    'ContainerCrashing',
    'Container "report" of Job shop/report-1 terminated with exit code 3',
    'CronJob',
    'Job',
    'Pod',
  ])
})

test('A CronJob whose Jobs are refused says so in an event', () => {
  const refusal =
    'Error creating job: jobs.batch "report-1" is forbidden: exceeded quota: few, requested: count/jobs.batch=1, used: count/jobs.batch=1, limited: count/jobs.batch=1'
  expect(told(cron, [warning(cron, 'FailedCreate', refusal)]).slice(0, 2)).toEqual([
    'QuotaExceeded',
    'ResourceQuota shop/few has too little left for CronJob shop/report',
  ])
})

test('A Job that took too long is quoted', () => {
  const job = sample('batch/v1 Job', 'shop/migrate', {
    spec: { selector: { matchLabels: { app: 'migrate' } } },
    status: {
      conditions: [says('Failed=True DeadlineExceeded', 'Job was active longer than specified deadline')],
    },
  })
  expect(told(job, []).slice(0, 2)).toEqual([
    'NotExplained',
    'Job shop/migrate says DeadlineExceeded: Job was active longer than specified deadline',
  ])
})
