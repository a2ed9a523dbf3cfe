import { describe, expect, test } from 'vitest'
import type { ProvenObject } from '../presets/preset.ts'
import type { QueryAnswer } from '../read/query.ts'
import {
  aDeployment,
  answeredBy,
  aProof,
  asked,
  aThing,
  found,
  judgeOne,
  thing,
} from '#test/domain/sample-proof.ts'
import { judgeProof } from './judge-proof.ts'

describe('A proof with expressions', () => {
  interface Case {
    readonly name: string
    readonly object: ProvenObject
    readonly answer: QueryAnswer
    readonly want: readonly [verdict: string, health: string, message: string, sentence: string]
  }
  const ready = { type: 'Ready', status: 'True' }
  const cases: readonly Case[] = [
    {
      name: 'holds if `current` does, whatever kstatus says',
      object: { ...thing, current: "status.phase == 'Good'" },
      answer: aThing({ status: { phase: 'Good', conditions: [{ ...ready, status: 'False' }] } }),
      want: ['Current', 'Current', '`current` is true', 'Thing x is Current'],
    },
    {
      name: 'adds what the object says of itself if `current` is not true',
      object: { ...thing, current: "status.phase == 'Good'" },
      answer: aThing({
        status: { phase: 'Bad', conditions: [{ ...ready, status: 'False', message: 'No quota' }] },
      }),
      want: [
        'InProgress',
        'InProgress',
        '`current` is not true: No quota',
        'Thing x: `current` is not true: No quota',
      ],
    },
    {
      name: 'does not ask an expression about a status of an older spec',
      object: { ...thing, current: 'true', failed: 'true' },
      answer: aThing({ status: { observedGeneration: 1 } }),
      want: [
        'InProgress',
        'InProgress',
        '`current` is not true: Thing generation is 2, but latest observed generation is 1',
        'Thing x: `current` is not true: Thing generation is 2, but latest observed generation is 1',
      ],
    },
    {
      name: 'fails if `failed` is true, before `current` is asked',
      object: { ...thing, current: 'true', failed: "status.phase == 'Bad'" },
      answer: aThing({ status: { phase: 'Bad' } }),
      want: ['Failed', 'Failed', '`failed` is true', 'Thing x has failed: `failed` is true'],
    },
    {
      name: 'is judged by kstatus if there is only `failed`, and it is not true',
      object: asked({ failed: 'false' }),
      answer: found(aDeployment('helm-controller', { status: { updatedReplicas: 0 } })),
      want: [
        'InProgress',
        'InProgress',
        'Updated: 0/1',
        'Deployment flux-system/helm-controller is not updated (0/1 replicas)',
      ],
    },
    {
      name: 'can ask for a status that does not exist yet',
      object: { ...thing, current: 'has(status.phase)' },
      answer: aThing({}),
      want: ['InProgress', 'InProgress', '`current` is not true', 'Thing x: `current` is not true'],
    },
    {
      name: 'is unknown if an expression cannot be evaluated, in the words of CEL',
      object: { ...thing, current: 'status.phase.size() > 0' },
      answer: aThing({}),
      want: [
        'Unknown',
        'Unknown',
        '`current` cannot be evaluated: no such key: phase',
        'Thing x cannot be evaluated: `current` cannot be evaluated: no such key: phase',
      ],
    },
    {
      name: 'is unknown if an expression does not come to true or false',
      object: { ...thing, failed: '1' },
      answer: aThing({}),
      want: [
        'Unknown',
        'Unknown',
        '`failed` cannot be evaluated: expected a bool, got int',
        'Thing x cannot be evaluated: `failed` cannot be evaluated: expected a bool, got int',
      ],
    },
    {
      name: 'is unknown if an expression costs too much',
      object: { ...thing, current: 'spec.all(a, spec.all(b, spec.all(c, a + b + c < 0 || true)))' },
      answer: aThing({ spec: Array.from({ length: 200 }, (_, index) => index) }),
      want: [
        'Unknown',
        'Unknown',
        '`current` cannot be evaluated: the cost limit is exceeded',
        'Thing x cannot be evaluated: `current` cannot be evaluated: the cost limit is exceeded',
      ],
    },
    {
      name: 'knows of a Secret only that it is there',
      object: asked({
        apiVersion: 'v1',
        kind: 'Secret',
        current: "!has(metadata.annotations) && metadata.labels.a == 'b'",
        failed: 'data.password.size() > 0',
      }),
      answer: found({
        metadata: { name: 'helm-controller', namespace: 'flux-system', labels: { a: 'b' }, annotations: {} },
        data: { password: 'aHVudGVyMg==' },
      }),
      want: [
        'Unknown',
        'Unknown',
        '`failed` cannot be evaluated: no such attribute(s): data.password',
        'Secret flux-system/helm-controller cannot be evaluated: `failed` cannot be evaluated: no such attribute(s): data.password',
      ],
    },
    {
      name: 'judges a Secret by its metadata',
      object: asked({
        apiVersion: 'v1',
        kind: 'Secret',
        current: "!has(metadata.annotations) && metadata.labels.a == 'b'",
      }),
      answer: found({
        metadata: { name: 'helm-controller', namespace: 'flux-system', labels: { a: 'b' }, annotations: {} },
        data: { password: 'aHVudGVyMg==' },
      }),
      want: ['Current', 'Current', '`current` is true', 'Secret flux-system/helm-controller is Current'],
    },
  ]
  for (const { name, object, answer, want } of cases) {
    test(name, () => expect(judgeOne(object, answer)).toEqual(want))
  }
})

describe('The expressions of a step', () => {
  const nodes = { cluster: 'Workload', apiVersion: 'v1', kind: 'Node', selector: {} } as const
  const current = 'metadata.list.all(a, a >= 0)'
  const proof = aProof({ objects: [{ ...nodes, current }] })
  const list = Array.from({ length: 100 }, (_, index) => index)
  const objects = ['d', 'c', 'b', 'a'].map(name => ({ metadata: { name, list } }))
  const costLimit = 700
  const judge = (given: readonly object[]) =>
    judgeProof(proof, answeredBy(proof, found(...given)), { costLimit })

  test('are evaluated until their cost together is used up, and what is left is unknown', () => {
    const verdict = judge(objects)
    expect([verdict.health, verdict.sentence]).toEqual([
      'Unknown',
      'Node c cannot be evaluated: Not evaluated: the expressions of this step cost more than 700 together (and 1 more of 4 objects)',
    ])
    expect(verdict.evidence.map(({ object, health }) => `${object.name} ${health}`)).toEqual([
      'c Unknown',
      'd Unknown',
      'a Current',
      'b Current',
    ])
  })

  test('come to the same again, in whatever order the objects were read', () => {
    expect([judge(objects), judge(objects.toReversed())]).toEqual([judge(objects), judge(objects)])
  })

  test('cost nothing for an object that goes, or has a status of an older spec', () => {
    const [d, c] = [{ deletionTimestamp: 'now' }, { generation: 2 }].map((more, index) => ({
      metadata: { name: ['d', 'c'][index], ...more },
      status: { observedGeneration: 1 },
    }))
    expect(
      judge([...objects.slice(2), d ?? {}, c ?? {}]).evidence.map(
        ({ object, health }) => `${object.name} ${health}`,
      ),
    ).toEqual(['d Terminating', 'c InProgress', 'a Current', 'b Current'])
  })
})
