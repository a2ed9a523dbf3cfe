import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QueryAnswer, ReadyzAnswer } from '../read/query.ts'
import { aDeployment, answeredBy, aProof, asked, found, thing } from '#test/domain/sample-proof.ts'
import { judgeProof } from './judge-proof.ts'

const nodes = { cluster: 'Workload', apiVersion: 'v1', kind: 'Node', selector: {} } as const

describe('A proof', () => {
  test('is unknown if nobody has read it', () => {
    const proof = aProof({ objects: [asked()] })
    expect(judgeProof(proof, { answers: new Map() })).toEqual({
      health: 'Unknown',
      evidence: [
        {
          on: 'Workload',
          object: {
            apiVersion: 'apps/v1',
            kind: 'Deployment',
            namespace: 'flux-system',
            name: 'helm-controller',
          },
          health: 'Unknown',
          message: 'Not read yet',
        },
      ],
      total: 1,
      open: 1,
      unread: { message: 'Not read yet', readError: 'Other' },
      sentence: 'Deployment flux-system/helm-controller cannot be evaluated: Not read yet',
    })
  })

  test('is answered by a query that read more, too', () => {
    const proof = aProof({ objects: [asked()] })
    for (const key of ['Workload apps/v1 Deployment flux-system all', 'Workload apps/v1 Deployment - all']) {
      expect(judgeProof(proof, { answers: new Map([[key, found(aDeployment())]]) }).health).toBe('Current')
    }
  })
})

describe('A proof of several objects', () => {
  const broken = aDeployment('b', {
    status: { conditions: [{ type: 'Stalled', status: 'True', message: 'x' }] },
  })
  const slow = aDeployment('c', { status: { updatedReplicas: 0 } })
  const proof = aProof({ objects: ['a', 'b', 'c', 'd', 'e'].map(name => asked({ name })) })

  test('shows the worst first, and counts the others', () => {
    const verdict = judgeProof(
      proof,
      answeredBy(proof, found(aDeployment('a'), slow, broken, aDeployment('e'))),
    )
    expect(verdict).toMatchObject({
      health: 'Failed',
      total: 5,
      open: 3,
      unread: undefined,
      sentence: 'Deployment flux-system/b has failed: x (and 2 more of 5 objects)',
    })
    expect(verdict.evidence.map(({ object, health }) => `${object.name} ${health}`)).toEqual([
      'b Failed',
      'd NotFound',
      'c InProgress',
      'a Current',
      'e Current',
    ])
  })

  test('says so if all is well', () => {
    const all = ['a', 'b', 'c', 'd', 'e'].map(name => aDeployment(name))
    expect(judgeProof(proof, answeredBy(proof, found(...all)))).toMatchObject({
      health: 'Current',
      open: 0,
      sentence: 'All 5 objects are Current',
    })
  })

  test('does not hold for certain if one object does not, whatever cannot be read', () => {
    const mixed = aProof({ objects: [thing, asked()] })
    const [first, second] = mixed.objects.map(({ query }) => query.key)
    const answers = new Map<string, QueryAnswer>([
      [first ?? '', { kind: 'unread', reason: 'no', readError: 'Forbidden' }],
      [second ?? '', found()],
    ])
    expect(judgeProof(mixed, { answers })).toMatchObject({
      health: 'InProgress',
      unread: { message: 'no', readError: 'Forbidden' },
      sentence: 'Deployment flux-system/helm-controller does not exist (and 1 more of 2 objects)',
    })
  })

  test('keeps ten pieces of evidence, and says how many there were', () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ metadata: { name: `n${index + 10}` } }))
    const proof = aProof({ objects: [nodes] })
    const { evidence, total } = judgeProof(
      proof,
      answeredBy(proof, found(...many, { metadata: { name: 'z', deletionTimestamp: 'now' } })),
    )
    expect([evidence.length, total, evidence[0]?.object.name]).toEqual([10, 26, 'z'])
  })

  test('holds nothing if it asks for nothing', () => {
    const nothing = { objects: [], asksReadyz: false, stableForMs: 0 }
    expect(judgeProof(nothing, { answers: new Map() })).toMatchObject({
      health: 'Unknown',
      sentence: 'The proof lists no objects',
    })
  })
})

describe('The preset api', () => {
  const proof = aProof({ preset: 'api' })
  const there = found(
    { metadata: { name: 'kube-system' } },
    { metadata: { name: 'default' } },
    { metadata: { name: 'kubernetes', namespace: 'default' }, spec: { type: 'ClusterIP' } },
  )
  const cases: readonly { name: string; readyz: ReadyzAnswer; want: readonly unknown[] }[] = [
    {
      name: 'holds once the server says that it is ready',
      readyz: { kind: 'ready' },
      want: ['Current', undefined],
    },
    {
      name: 'waits for the server, though it answers',
      readyz: { kind: 'not-ready', message: 'etcd failed' },
      want: ['InProgress', undefined],
    },
    {
      name: 'is unknown if the server was not asked',
      readyz: { kind: 'unread', reason: 'late', readError: 'TimedOut' },
      want: ['Unknown', { message: 'late', readError: 'TimedOut' }],
    },
  ]
  for (const { name, readyz, want } of cases) {
    test(name, () => {
      const { health, unread } = judgeProof(proof, { ...answeredBy(proof, there), readyz })
      expect([health, unread]).toEqual(want)
    })
  }

  test('needs what the server makes for itself', () => {
    const verdict = judgeProof(proof, answeredBy(proof, found({ metadata: { name: 'kube-system' } })))
    expect(verdict.sentence).toBe('Namespace default does not exist (and 1 more of 4 objects)')
  })
})

describe('Whatever the objects are', () => {
  const proof = aProof({
    preset: 'karpenter',
    with: {
      nodePools: ['default'],
      node: true,
      source: { kind: 'HelmRepository', name: 'k' },
      helmRelease: { name: 'k' },
    },
    objects: [
      { ...nodes, count: 2 },
      { ...thing, current: "status.phase == 'x'", failed: 'spec.size() > 1' },
      asked({ apiVersion: 'v1', kind: 'Secret', name: 'x' }),
      asked({ apiVersion: 'batch/v1', kind: 'Job', name: 'x' }),
      asked({ apiVersion: 'v1', kind: 'Pod', selector: {} }),
    ],
  })
  const someObject = fc.record(
    {
      metadata: fc.record(
        {
          name: fc.constantFrom('x', 'k', 'default', 'karpenter', 'n1', 'n2'),
          namespace: fc.constantFrom('flux-system', 'karpenter'),
          generation: fc.oneof(fc.integer(), fc.jsonValue()),
          labels: fc.oneof(fc.constant({ 'karpenter.sh/nodepool': 'a' }), fc.jsonValue()),
          deletionTimestamp: fc.jsonValue(),
        },
        { requiredKeys: ['name'] },
      ),
      spec: fc.oneof(
        fc.record({ replicas: fc.integer(), type: fc.constant('oci') }, { requiredKeys: [] }),
        fc.jsonValue(),
      ),
      status: fc.oneof(
        fc.record({
          observedGeneration: fc.integer(),
          conditions: fc.array(
            fc.record({
              type: fc.constantFrom('Ready', 'Stalled', 'Established', 'Available'),
              status: fc.constantFrom('True', 'False'),
              message: fc.string({ unit: 'binary' }),
              reason: fc.string(),
            }),
          ),
        }),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: ['metadata'] },
  )
  const someObjects = fc.array(fc.oneof(someObject, fc.jsonValue()), { maxLength: 20 })

  test('there is a verdict that fits into a status', () => {
    fc.assert(
      fc.property(someObjects, objects => {
        const { evidence, sentence, total } = judgeProof(proof, answeredBy(proof, found(...objects)))
        const texts = [
          sentence,
          ...evidence.flatMap(({ message, object }) => [message, object.name, object.namespace ?? '']),
        ]
        expect([total >= proof.objects.length, texts.filter(isUnfit)]).toEqual([true, []])
      }),
    )
  })

  test('the order in which they were read does not matter', () => {
    const turned = someObjects.chain(objects =>
      fc.tuple(fc.constant(objects), fc.shuffledSubarray(objects, { minLength: objects.length })),
    )
    fc.assert(
      fc.property(turned, ([objects, shuffled]) => {
        const verdicts = [objects, shuffled].map(list => judgeProof(proof, answeredBy(proof, found(...list))))
        expect(verdicts[1]).toEqual(verdicts[0])
      }),
    )
  })
})

function isUnfit(text: string): boolean {
  return text.length > 256 || /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text)
}
