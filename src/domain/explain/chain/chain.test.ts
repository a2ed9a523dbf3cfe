import { expect, test } from 'vitest'
import type { Fields } from '../../object/fields.ts'
import { explain } from '../explain.ts'
import {
  deployment,
  pod,
  refTo,
  type Sample,
  sample,
  says,
  warning,
} from '#test/situations/sample-objects.ts'
import { situation } from '#test/situations/situation.ts'

const web = deployment('shop/web')

function replicaSet(id: string, revision: string, status: Fields = {}): Sample {
  return sample('apps/v1 ReplicaSet', id, {
    metadata: {
      labels: { app: 'web' },
      annotations: { 'deployment.kubernetes.io/revision': revision },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'uid-web' }],
    },
    spec: { selector: { matchLabels: { app: 'web' } } },
    status,
  })
}

function webPod(status: Fields, more: Fields = {}): Sample {
  return pod('shop/web-5d9-x', 'web', {
    metadata: { labels: { app: 'web' }, uid: 'uid-pod', ...more },
    spec: { nodeName: '' },
    status,
  })
}

const running = {
  phase: 'Running',
  containerStatuses: [{ name: 'web', ready: true, state: { running: {} } }],
}

/** What is told of a Deployment that is late, or of `root`, in this world. */
function told(workload: readonly Sample[], root: Sample = web): readonly string[] {
  const { facts } = situation('any', 'NotExplained', {
    state: 'Stuck',
    proof: [refTo(root)],
    world: { workload: [root, ...workload] },
  })
  const { reason, sentence, evidence } = explain(facts)
  const lines = evidence.slice(0, -1).map(({ object, line }) => `${object.kind} ${object.name}: ${line}`)
  return [reason, sentence, ...lines]
}

const sick = webPod({ ...running, conditions: [says('Ready=False ContainersNotReady')] })

test('An event that no rule knows is quoted, with who it is about and the way there', () => {
  expect(
    told([
      replicaSet('shop/web-5d9', '2'),
      sick,
      warning(sick, 'FailedPostStartHook', 'PostStartHook failed: command not found'),
    ]),
  ).toEqual([
    'NotExplained',
    'Pod shop/web-5d9-x has event FailedPostStartHook: PostStartHook failed: command not found',
    'Deployment web: Available: 0/1',
    'Pod web-5d9-x: event FailedPostStartHook: PostStartHook failed: command not found',
  ])
})

test('Events about an object that had the name before count for nothing', () => {
  const before = {
    ...warning(sick, 'FailedSync', 'old'),
    involvedObject: { kind: 'Pod', name: 'web-5d9-x', uid: 'uid-before' },
  }
  expect(told([sick, before]).slice(0, 2)).toEqual([
    'NotExplained',
    'Deployment shop/web has 0 of 1 pods Available, and no event explains it',
  ])
})

test('Of several events the newest counts, also when it is told as a series', () => {
  const old = warning(sick, 'FailedSync', 'error determining status')
  const series = {
    ...warning(sick, 'FailedValidation', 'pod is not valid'),
    lastTimestamp: null,
    eventTime: '2026-11-16T11:40:00Z',
    series: { count: 5, lastObservedTime: '2026-11-16T12:05:00Z' },
  }
  expect(told([sick, old, series])[1]).toBe('Pod shop/web-5d9-x has event FailedValidation: pod is not valid')
})

test('Two events that are told by turns give one sentence', () => {
  const one = warning(sick, 'FailedSync', 'cannot sync')
  const other = { ...warning(sick, 'FailedValidation', 'not valid'), lastTimestamp: '2026-11-16T11:56:00Z' }
  const later = { ...one, lastTimestamp: '2026-11-16T11:57:00Z' }
  const sentence = 'Pod shop/web-5d9-x has event FailedSync: cannot sync'
  expect([told([sick, one, other])[1], told([sick, later, other])[1]]).toEqual([sentence, sentence])
})

test('How long a container is backed off makes no new sentence', () => {
  const sentences = ['10s', '2m40s', '5m0s'].map(time => {
    const waits = { reason: 'CrashLoopBackOff', message: `back-off ${time} restarting failed container=web` }
    const containerStatuses = [{ name: 'web', ready: false, state: { waiting: waits } }]
    return told([webPod({ phase: 'Running', containerStatuses })])[1]
  })
  expect(new Set(sentences)).toEqual(
    new Set([
      'Pod shop/web-5d9-x has waiting container "web": CrashLoopBackOff: back-off restarting failed container=web',
    ]),
  )
})

test('A condition that refuses is quoted as it stands', () => {
  const gated = webPod({
    ...running,
    conditions: [
      says(
        'Ready=False ReadinessGatesNotReady',
        'corresponding condition of pod readiness gate "example.com/lb" does not exist.',
      ),
    ],
  })
  expect(told([gated])[1]).toBe(
    'Pod shop/web-5d9-x says ReadinessGatesNotReady: corresponding condition of pod readiness gate "example.com/lb" does not exist',
  )
})

test('A pod that names what is not there waits for it, though nobody says so', () => {
  const waiting = pod('shop/web-5d9-x', 'web', {
    spec: { volumes: [{ name: 'tls', secret: { secretName: 'web-tls' } }] },
    status: {
      phase: 'Pending',
      conditions: [says('PodScheduled=True'), says('Ready=False ContainersNotReady')],
    },
  })
  const node = sample('v1 Node', 'node-a', { status: { conditions: [says('Ready=True')] } })
  expect(told([waiting, node])[1]).toBe('Pod shop/web-5d9-x names Secret shop/web-tls, which does not exist')
})

test('A kind that nobody knows is followed to what it made', () => {
  const metadata = {
    ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Shop', name: 'shop', uid: 'uid-shop' }],
  }
  const shop = sample('example.com/v1 Shop', 'shop/shop', {
    metadata: { uid: 'uid-shop' },
    status: { conditions: [says('Ready=False Progressing', 'Waits')] },
  })
  const made = deployment('shop/web', { metadata })
  expect(told([made, sick, warning(sick, 'FailedSync', 'cannot sync')], shop)).toEqual([
    'NotExplained',
    'Pod shop/web-5d9-x has event FailedSync: cannot sync',
    'Shop shop: Waits',
    'Deployment web: Available: 0/1',
    'Pod web-5d9-x: event FailedSync: cannot sync',
  ])
})

test('What made an object speaks if nothing below does', () => {
  const labelled = deployment('shop/web', {
    metadata: {
      labels: {
        'kustomize.toolkit.fluxcd.io/name': 'shop',
        'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
      },
    },
  })
  const maker = sample('kustomize.toolkit.fluxcd.io/v1 Kustomization', 'flux-system/shop', {
    status: { conditions: [says('Ready=False SomethingNew', 'cannot decide')] },
  })
  expect(told([maker], labelled)[1]).toBe('Kustomization flux-system/shop says SomethingNew: cannot decide')
})

test('What a ReplicaSet says counts where no pod says anything', () => {
  const set = replicaSet('shop/web-5d9', '2')
  const old = replicaSet('shop/web-1a1', '1')
  expect(
    told([old, set, warning(old, 'FailedSync', 'old'), warning(set, 'FailedSync', 'cannot count')]),
  ).toEqual([
    'NotExplained',
    'ReplicaSet shop/web-5d9 has event FailedSync: cannot count',
    'Deployment web: Available: 0/1',
    'ReplicaSet web-5d9: event FailedSync: cannot count',
  ])
})

test('What is quoted is cleaned of secrets', () => {
  expect(told([sick, warning(sick, 'FailedSync', 'cannot log in: password=hunter22')])[1]).toBe(
    'Pod shop/web-5d9-x has event FailedSync: cannot log in: password=(hidden)',
  )
})
