import { describe, expect, test } from 'vitest'
import type { ProvenObject } from '../presets/preset.ts'
import type { QueryAnswer } from '../read/query.ts'
import { answeredBy, aProof, found } from '#test/domain/sample-proof.ts'
import { judgeProof, type ProofVerdict } from './judge-proof.ts'

const nodes = { cluster: 'Workload', apiVersion: 'v1', kind: 'Node', selector: {} } as const

describe('A proof of objects with labels', () => {
  interface Case {
    readonly name: string
    readonly object: ProvenObject
    readonly given: readonly object[]
    readonly want: readonly string[]
  }
  const cases: readonly Case[] = [
    {
      name: 'wants all that it finds to be Current',
      object: nodes,
      given: [aNode('b', 'False'), aNode('a')],
      want: ['b InProgress', 'a Current'],
    },
    {
      name: 'waits for the first one',
      object: nodes,
      given: [],
      want: ['* NotFound Found 0 of 1'],
    },
    {
      name: 'waits for the others, and names the selector',
      object: { ...nodes, selector: { matchLabels: { 'karpenter.sh/nodepool': 'default' } }, count: 3 },
      given: [aNode('a'), aNode('b'), { metadata: { name: 'c' } }],
      want: ['karpenter.sh/nodepool=default InProgress Found 2 of 3', 'a Current', 'b Current'],
    },
    {
      name: 'holds with none if none is needed',
      object: { ...nodes, count: 0 },
      given: [],
      want: ['* Current Found 0 of 0'],
    },
    {
      name: 'still wants those Current that it finds without need',
      object: { ...nodes, count: 0 },
      given: [aNode('a', 'Unknown')],
      want: ['a InProgress'],
    },
  ]
  for (const { name, object, given, want } of cases) {
    test(name, () => {
      const { evidence } = judge(object, found(...given))
      const lines = evidence.map(({ object: { name: of }, health, message }) =>
        `${of} ${health} ${message.startsWith('Found') ? message : ''}`.trim(),
      )
      expect(lines).toEqual(want)
    })
  }

  test('shares the cost of an expression among them, so that many cannot hold up everything', () => {
    const object = { ...nodes, current: 'metadata.list.all(a, metadata.list.all(b, a + b >= 0))' }
    const list = Array.from({ length: 40 }, (_, index) => index)
    const many = Array.from({ length: 100 }, (_, index) => ({ metadata: { name: `n${index}`, list } }))
    expect(judge(object, found(many[0])).health).toBe('Current')
    expect(judge(object, found(...many)).evidence[0]?.message).toBe(
      '`current` cannot be evaluated: the cost limit is exceeded',
    )
  })

  const karpenter = aProof({ preset: 'karpenter', with: { node: true } })
  const node = { ...karpenter, objects: karpenter.objects.filter(({ kind }) => kind === 'Node') }
  test('is content with one good node where the preset says that one is enough', () => {
    const verdict = judgeProof(node, answeredBy(node, found(aNode('b', 'False'), aNode('c'), aNode('a'))))
    expect([verdict.health, verdict.evidence.map(({ object }) => object.name)]).toEqual(['Current', ['a']])
  })

  test('names the bad ones while there is no good one', () => {
    const verdict = judgeProof(
      node,
      answeredBy(node, found(aNode('b', 'False'), { metadata: { name: 'own' } })),
    )
    expect([verdict.health, verdict.sentence]).toEqual(['InProgress', 'Node b: `current` is not true'])
  })

  test('says so if there is none at all', () => {
    expect(judgeProof(node, answeredBy(node, found())).sentence).toBe(
      'Node karpenter.sh/nodepool does not exist: Found 0 of 1',
    )
  })
})

function aNode(name: string, status = 'True'): object {
  return {
    metadata: { name, labels: { 'karpenter.sh/nodepool': 'default' } },
    status: { conditions: [{ type: 'Ready', status }] },
  }
}

function judge(object: ProvenObject, answer: QueryAnswer): ProofVerdict {
  const proof = aProof({ objects: [object] })
  return judgeProof(proof, answeredBy(proof, answer))
}
