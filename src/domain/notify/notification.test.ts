import { describe, expect, test } from 'vitest'
import { parseQuery } from '../fleet/query/parse-query.ts'
import type { NotificationFact } from './fact.ts'
import { fluxEventOf } from './flux-event.ts'
import { notificationOf } from './notification.ts'
import { aFact, heldStatus, readyStatus } from '#test/domain/sample-fact.ts'
import { webhookMessageOf } from './webhook-message.ts'

const at = '2026-11-16T12:00:10Z'
const held = (name: string) => aFact(heldStatus(), { name, uid: `uid-${name}` })
const ready = (name: string) => aFact(readyStatus(), { name, uid: `uid-${name}` })

function many(
  count: number,
  make: (name: string) => NotificationFact,
): readonly [NotificationFact, ...NotificationFact[]] {
  const [first = make('c-000'), ...others] = Array.from({ length: count }, (_, index) =>
    make(`c-${String(index).padStart(3, '0')}`),
  )
  return [first, ...others]
}

describe('What is said', () => {
  const cases: readonly {
    name: string
    facts: readonly [NotificationFact, ...NotificationFact[]]
    want: readonly string[]
  }[] = [
    {
      name: 'of one cluster is its sentence and what to do next',
      facts: [held('blue')],
      want: [
        'Cluster prod/blue is Held at step karpenter: Secret "blue-eks" lacks key "queue"',
        'Next: Add the key: kubectl edit secret blue-eks',
      ],
    },
    {
      name: 'ends with `fitout why` if nobody knows what to do next',
      facts: [{ ...held('blue'), next: undefined, step: '', state: 'Unknown', sentence: 'No answer' }],
      want: ['Cluster prod/blue is Unknown: No answer', 'Next: fitout why prod/blue'],
    },
    { name: 'of a ready cluster is short', facts: [ready('blue')], want: ['Cluster prod/blue is Ready'] },
    {
      name: 'of many is their cause, some sentences, and how to see them all',
      facts: many(5, held),
      want: [
        '5 clusters of Fitout prod/eks are not ready at step karpenter: HandOverKeyMissing',
        'prod/c-000: Secret "blue-eks" lacks key "queue"',
        'prod/c-001: Secret "blue-eks" lacks key "queue"',
        'prod/c-002: Secret "blue-eks" lacks key "queue"',
        'And 2 more: prod/c-003, prod/c-004',
        "Next: fitout status -q 'fitout:prod/eks cause:HandOverKeyMissing'",
      ],
    },
    {
      name: 'of many ready ones are their names',
      facts: [ready('green'), ready('blue')],
      want: ['2 clusters of Fitout prod/eks are Ready: prod/blue, prod/green'],
    },
  ]
  test.for(cases)('$name', ({ facts, want }) => {
    expect(notificationOf(facts).message.split('\n')).toEqual(want)
  })

  test('names a query that fitout reads', () => {
    const [, query = ''] = /-q '(.*)'$/.exec(notificationOf(many(2, held)).next ?? '') ?? []
    expect(() => parseQuery(query)).not.toThrow()
  })

  test('stays short, however many there are', () => {
    const notification = notificationOf(many(1000, ready))
    expect(notification.message).toHaveLength(
      '1000 clusters of Fitout prod/eks are Ready: '.length + 20 * 'prod/c-000, '.length + 1,
    )
    const message = webhookMessageOf(notification, at)
    expect([message.count, message.clusters.length]).toEqual([1000, 100])
    expect(JSON.stringify(message).length).toBeLessThan(50_000)
  })

  test('has a key that is the same for the same clusters, whoever comes first', () => {
    const [a, b] = [held('a'), held('b')]
    expect(notificationOf([a, b]).key).toBe(notificationOf([b, a]).key)
    expect(notificationOf([a]).key).toBe(a.key)
    expect(
      new Set([[a], [b], [a, b]].map(([first = a, ...rest]) => notificationOf([first, ...rest]).key)),
    ).toHaveLength(3)
  })
})

test('for Flux it is an event about the Fitout, with keys of its group', () => {
  const fact = held('blue')
  const notification = notificationOf([fact])
  expect(fluxEventOf(notification, at)).toEqual({
    involvedObject: {
      apiVersion: 'fitout.dev/v1alpha1',
      kind: 'Fitout',
      namespace: 'prod',
      name: 'eks',
      uid: 'uid-eks',
    },
    severity: 'error',
    timestamp: at,
    message: notification.message,
    reason: 'HandOverKeyMissing',
    metadata: {
      'fitout.dev/token': fact.key,
      'fitout.dev/cluster': 'blue',
      'fitout.dev/state': 'Held',
      'fitout.dev/step': 'karpenter',
      'fitout.dev/actor': 'Git',
    },
    reportingController: 'fitout-controller',
    reportingInstance: 'fitout-controller',
  })
})

test('for Flux, what got ready is no error, and many clusters are a number', () => {
  const notification = notificationOf([ready('a'), ready('b')])
  expect(fluxEventOf(notification, at)).toMatchObject({
    severity: 'info',
    reason: 'Ready',
    metadata: { 'fitout.dev/token': notification.key, 'fitout.dev/clusters': '2' },
  })
})

test('for a webhook it is all that is known', () => {
  const fact = held('blue')
  const notification = notificationOf([fact])
  expect(webhookMessageOf(notification, at)).toEqual({
    version: 1,
    key: fact.key,
    kind: 'trouble',
    time: at,
    message: notification.message,
    next: 'Add the key: kubectl edit secret blue-eks',
    fitout: { namespace: 'prod', name: 'eks', uid: 'uid-eks' },
    reason: 'HandOverKeyMissing',
    step: 'karpenter',
    actor: 'Git',
    count: 1,
    clusters: [
      {
        key: fact.key,
        namespace: 'prod',
        name: 'blue',
        state: 'Held',
        since: '2026-11-16T12:00:00Z',
        sentence: 'Secret "blue-eks" lacks key "queue"',
      },
    ],
  })
})
