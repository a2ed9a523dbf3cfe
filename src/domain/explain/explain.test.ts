import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QueryAnswer } from '../proof/read/query.ts'
import { explain } from './explain.ts'
import { type ExplainFacts, unread, valueOf } from './explain-facts.ts'
import { neededReads } from './needed-reads.ts'
import { situation, type Situation } from '#test/situations/situation.ts'
import { situations } from '#test/situations/situations.ts'
import type { EvidenceLine, Why } from './why.ts'

const anySituation = fc.constantFrom(...situations)
const lost: QueryAnswer = { kind: 'unread', reason: 'connection refused' }

describe('What is not read proves nothing:', () => {
  test('no line is about something that was not read', () => {
    fc.assert(
      fc.property(anySituation, fc.infiniteStream(fc.boolean()), ({ facts }, choices) => {
        const partly = withLosses(facts, () => choices.next().value === true)
        const unbacked = explain(partly).evidence.filter(line => !isBacked(line, partly))
        expect(unbacked).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test.for(situations)(
    'without the workload cluster, "$name" is not explained by its objects',
    ({ facts }) => {
      const answers = new Map([...facts.answers].map(([key]) => [key, lost] as const))
      const blind = { ...facts, answers }
      const { evidence } = explain(blind)
      expect(evidence.filter(line => !isBacked(line, blind))).toEqual([])
      expect(neededReads(blind)).toEqual([])
    },
  )

  test('nothing at all gives an honest answer', () => {
    const facts: ExplainFacts = {
      ...first(situations).facts,
      cluster: unread,
      fitout: unread,
      status: unread,
      view: unread,
      kubeconfig: unread,
      resourceSets: new Map(),
      packs: new Map(),
      answers: new Map(),
    }
    const { reason, sentence, evidence } = explain(facts)
    expect({ reason, sentence, evidence }).toEqual({
      reason: 'NotExplained',
      sentence: 'Nothing could be read about Cluster "payments-eu"',
      evidence: [],
    })
    const late = { kind: 'unread', reason: 'The management cluster answers Timeout' } as const
    expect(explain({ ...facts, status: late }).sentence).toBe(
      'Nothing could be read about Cluster "payments-eu": The management cluster answers Timeout',
    )
  })
})

describe('Whatever a cluster says,', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.constantFrom('\u001b[31mred\u001b[0m', 'a\nb\u202ec', 'password=hunter2', 'x'.repeat(5000), '. . .'),
  )

  test('sentences and lines are short, visible and free of secrets', () => {
    fc.assert(
      fc.property(anySituation, nasty, ({ facts }, text) => {
        expect(faultsIn(explain(withMessages(facts, text)))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('there is an answer', () => {
    fc.assert(
      fc.property(anySituation, fc.array(fc.jsonValue(), { maxLength: 4 }), ({ facts }, objects) => {
        const answers = [...facts.answers].map(([key, answer]) => {
          const known = answer.kind === 'objects' ? answer.objects : []
          const mixed = known.map((object, index) => mix(object, objects[index % (objects.length || 1)]))
          return [key, { kind: 'objects', objects: [...mixed, ...objects], complete: true }] as const
        })
        expect(faultsIn(explain({ ...facts, answers: new Map(answers) }))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('a name never becomes a command', () => {
    const name = "x'; touch /tmp/owned; '"
    const pods = { on: 'Workload', apiVersion: 'v1', kind: 'Pod', namespace: 'demo', name } as const
    const evil = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'demo' },
      status: { containerStatuses: [{ name: '$(id)', state: { terminated: { exitCode: 1 } } }] },
    }
    const { facts } = situation('A pod with a name that no API server takes', 'ContainerCrashing', {
      proof: [pods],
      world: { workload: [evil] },
    })
    expect(explain(facts).next.map(({ command }) => command)).toContain(
      String.raw`kubectl --kubeconfig <(clusterctl get kubeconfig payments-eu -n prod) -n demo logs 'x'\''; touch /tmp/owned; '\''' -c '$(id)' --tail 20`,
    )
  })
})

describe('Times are those of the step:', () => {
  const cases = [
    { name: 'a held step has no timeout', at: 'The Secret lacks a key', want: ['11:47:56', undefined] },
    {
      name: 'a running step has one from its opening',
      at: 'A container crashes',
      want: ['11:47:56', '12:02:56'],
    },
  ]
  for (const { name, at, want } of cases) {
    test(name, () => {
      const { since, timeoutAt } = explain(named(at).facts)
      expect([since.slice(11, 19), timeoutAt?.slice(11, 19)]).toEqual(want)
    })
  }
})

test('A step that nobody knows is not mistaken for another', () => {
  const { facts } = named('A container crashes')
  expect(explain({ ...facts, step: 'nonsense' })).toMatchObject({ reason: 'NotExplained', step: '' })
})

function named(name: string): Situation {
  return first(situations.filter(situation => situation.name === name))
}

function first<T>([item]: readonly T[]): T {
  if (item === undefined) throw new Error('nothing there')
  return item
}

function withLosses(facts: ExplainFacts, isLost: () => boolean): ExplainFacts {
  const maybe = <T>(value: T, none: T) => (isLost() ? none : value)
  return {
    ...facts,
    cluster: maybe(facts.cluster, unread),
    fitout: maybe(facts.fitout, unread),
    status: maybe(facts.status, unread),
    view: maybe(facts.view, unread),
    kubeconfig: maybe(facts.kubeconfig, unread),
    resourceSets: new Map([...facts.resourceSets].map(([key, set]) => [key, maybe(set, unread)])),
    secrets: new Map([...facts.secrets].map(([key, secret]) => [key, maybe(secret, unread)])),
    answers: new Map([...facts.answers].map(([key, answer]) => [key, maybe(answer, lost)])),
  }
}

/** Whether a line is about something that was read, as far as a test can tell without repeating the rules. */
function isBacked({ object, health }: EvidenceLine, facts: ExplainFacts): boolean {
  const { kind, name } = object
  switch (kind) {
    case 'Cluster':
      return facts.cluster.kind !== 'unread'
    case 'ClusterFitout':
      return facts.status.kind !== 'unread'
    case 'Fitout':
      return facts.fitout.kind !== 'unread' || facts.status.kind !== 'unread'
    case 'APIServer':
      return facts.view.kind === 'read'
    case 'ClusterResourceSet':
      return facts.resourceSets.get(name)?.kind !== 'unread'
    case 'Secret':
    case 'ConfigMap':
      return [...facts.secrets.values(), ...facts.resourceSets.values(), facts.kubeconfig, facts.view].some(
        fact => fact.kind !== 'unread',
      )
    default:
      return isAnswered(object, health === 'NotFound', facts) || isInStatus(object, facts)
  }
}

function isAnswered({ kind, name }: EvidenceLine['object'], isAbsent: boolean, facts: ExplainFacts): boolean {
  // Of a Service its endpoints tell as well.
  const asked = kind === 'Service' ? ['EndpointSlice', kind] : [kind]
  return [...facts.answers].some(([key, answer]) => {
    if (!asked.some(one => key.includes(` ${one} `)) || answer.kind === 'unread') return false
    if (isAbsent || kind === 'Service') return true
    return answer.kind === 'objects' && JSON.stringify(answer.objects).includes(JSON.stringify(name))
  })
}

function isInStatus(object: EvidenceLine['object'], { status }: ExplainFacts): boolean {
  const steps = status.kind === 'read' ? (status.value.steps ?? []) : []
  return steps.some(({ evidence = [] }) =>
    evidence.some(({ object: { kind, name } }) => kind === object.kind && name === object.name),
  )
}

const hidden = /[\p{Cc}\p{Cf}\p{Cs}]/u

function faultsIn({ sentence, evidence, next, reason }: Why): readonly string[] {
  const texts = [
    sentence,
    ...evidence.map(({ line }) => line),
    ...next.flatMap(one => [one.text, one.command ?? '', ...(one.patch ?? '').split('\n')]),
  ]
  return [
    ...(sentence.length > 140 ? ['the sentence is too long'] : []),
    ...(sentence === '' ? ['there is no sentence'] : []),
    ...(sentence.endsWith('.') ? ['the sentence ends with a full stop'] : []),
    ...evidence.filter(({ line }) => line.length > 200).map(() => 'a line is too long'),
    ...texts.filter(text => hidden.test(text)).map(text => `not visible: ${JSON.stringify(text)}`),
    ...texts.filter(text => text.includes('hunter2')).map(text => `a secret: ${text}`),
    ...(evidence.length === 0 && reason !== 'NotExplained' ? ['a claim without evidence'] : []),
  ]
}

function withMessages(facts: ExplainFacts, text: string): ExplainFacts {
  const answers = [...facts.answers].map(([key, answer]): readonly [string, QueryAnswer] => {
    if (answer.kind !== 'objects') return [key, answer]
    return [key, { ...answer, objects: answer.objects.map(object => withMessage(object, text)) }]
  })
  return { ...facts, answers: new Map(answers) }
}

// Before and after: words that rules look for must stay to be found.
function withMessage(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map(item => withMessage(item, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      if (key === 'message' && typeof item === 'string') return [key, `${item} ${text}`]
      if (key === 'reason' && typeof item === 'string' && item === '') return [key, text]
      return [key, withMessage(item, text)]
    }),
  )
}

function mix(object: unknown, other: unknown): unknown {
  if (typeof object !== 'object' || object === null) return other
  return { ...object, status: other }
}

test('An expression of the plan that is not true is told as such: no event would say more', () => {
  const { facts } = named('Pods are not ready, and nothing says why')
  const status = valueOf(facts.status)
  const steps = (status?.steps ?? []).map(step => ({
    ...step,
    ...(step.evidence
      ? { evidence: step.evidence.map(one => ({ ...one, message: '`current` is not true' })) }
      : {}),
  }))
  const plan = valueOf(facts.fitout)
  if (!plan) throw new Error('the plan of every situation is read')
  const cilium = {
    cluster: 'Workload',
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    namespace: 'kube-system',
    name: 'cilium',
    current: 'status.numberReady > 0',
  } as const
  const withExpression = plan.spec.steps.map(step => ({
    ...step,
    proof: { objects: [cilium], stableFor: '0s' },
  }))
  const said = explain({
    ...facts,
    fitout: { kind: 'read', value: { ...plan, spec: { ...plan.spec, steps: withExpression } } },
    status: { kind: 'read', value: { ...status, steps } },
  })
  expect([said.reason, said.sentence]).toEqual([
    'NotExplained',
    'DaemonSet kube-system/cilium: `current` is not true',
  ])
})
