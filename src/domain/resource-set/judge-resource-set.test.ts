import { describe, expect, test } from 'vitest'
import { type Binding, readBinding } from './binding.ts'
import { describeResource } from './describe-resource.ts'
import { type SourceDigest, digestSource } from './digest-source.ts'
import { type ResourceSetFacts, isDelivered, judgeResourceSet } from './judge-resource-set.ts'
import type { ResourceState } from './judge-resource.ts'
import { readResourceSet } from './resource-set.ts'
import { readSource } from './source.ts'

const manifest = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: demo}\n'
const pack = aConfigMap('pack', manifest)
const now = pack.hash
const before = 'sha256:0000'

function aConfigMap(name: string, value: string): SourceDigest {
  return digestSource(
    readSource({ kind: 'ConfigMap', metadata: { name, namespace: 'fleet' }, data: { a: value } }),
  )
}

function aSecret(name: string, type: string): SourceDigest {
  return digestSource(
    readSource({ kind: 'Secret', type, metadata: { name, namespace: 'fleet' }, stringData: { a: manifest } }),
  )
}

function aSet(spec: object = {}, metadata: object = {}): ResourceSetFacts['resourceSet'] {
  return readResourceSet({
    metadata: { name: 'base', namespace: 'fleet', creationTimestamp: '2026-03-01T10:00:00Z', ...metadata },
    spec: {
      clusterSelector: { matchLabels: { env: 'prod' } },
      resources: [{ kind: 'ConfigMap', name: 'pack' }],
      ...spec,
    },
  })
}

function aBinding(...resources: readonly object[]): Binding {
  const withDefaults = resources.map(resource => ({
    kind: 'ConfigMap',
    name: 'pack',
    applied: true,
    lastAppliedTime: '2026-03-01T10:00:02Z',
    ...resource,
  }))
  return readBinding({
    metadata: { name: 'blue', namespace: 'fleet' },
    spec: { bindings: [{ clusterResourceSetName: 'base', resources: withDefaults }] },
  })
}

const blue = { name: 'blue', namespace: 'fleet', labels: { env: 'prod' }, isBeingDeleted: false }

function judge(facts: Partial<ResourceSetFacts>): ReturnType<typeof judgeResourceSet> {
  return judgeResourceSet({
    resourceSet: aSet(),
    cluster: blue,
    sources: [pack],
    binding: undefined,
    ...facts,
  })
}

function firstState(facts: Partial<ResourceSetFacts>): ResourceState | undefined {
  const verdict = judge(facts)
  return verdict.verdict === 'not-selected' ? undefined : verdict.resources[0]
}

const ref = { kind: 'ConfigMap', name: 'pack' } as const
const reconciling = aSet({ strategy: 'Reconcile' })
const old = { lastAppliedTime: '2026-03-01T09:59:59Z' }

describe('judgeResourceSet, of one source,', () => {
  const cases: readonly { name: string; given: Partial<ResourceSetFacts>; want: object; sentence: string }[] =
    [
      {
        name: 'says applied when the hash is that of now',
        given: { binding: aBinding({ hash: now }) },
        want: { state: 'applied', ref, hash: now, objects: ['/Namespace//demo'] },
        sentence: 'ConfigMap "pack" is applied',
      },
      {
        name: 'says stale for good when the strategy is ApplyOnce',
        given: { binding: aBinding({ hash: before }) },
        want: { state: 'stale', ref, hash: now, appliedHash: before, next: 'nothing' },
        sentence:
          'ConfigMap "pack" has changed since it was applied: strategy ApplyOnce does not apply it again',
      },
      {
        name: 'says stale for now when the strategy is Reconcile',
        given: { resourceSet: reconciling, binding: aBinding({ hash: before }) },
        want: { state: 'stale', ref, hash: now, appliedHash: before, next: 'applies' },
        sentence: 'ConfigMap "pack" has changed since it was applied: Cluster API will apply it again',
      },
      {
        name: 'says that a stale one waits while the set is paused',
        given: {
          resourceSet: aSet({ strategy: 'Reconcile' }, { annotations: { 'cluster.x-k8s.io/paused': '' } }),
          binding: aBinding({ hash: before }),
        },
        want: { state: 'stale', ref, hash: now, appliedHash: before, next: 'waits' },
        sentence:
          'ConfigMap "pack" has changed since it was applied: Cluster API will apply it again when the set is no longer blocked',
      },
      {
        name: 'says that applying failed when the entry has a hash',
        given: { binding: aBinding({ applied: false, hash: now }) },
        want: { state: 'not-applied', ref, hash: now, cause: 'apply-failed', next: 'applies' },
        sentence:
          'ConfigMap "pack" is not applied: the cluster did not accept all of its objects; Cluster API will apply it again',
      },
      {
        name: 'says that it could not be read when the entry has no hash',
        given: { binding: aBinding({ applied: false }) },
        want: { state: 'not-applied', ref, hash: now, cause: 'unread', next: 'applies' },
        sentence:
          'ConfigMap "pack" is not applied: it could not be read when it was last tried; Cluster API will apply it again',
      },
      {
        name: 'says missing when there is no source',
        given: { sources: [] },
        want: { state: 'missing', ref, wasApplied: false },
        sentence: 'ConfigMap "pack" does not exist; Cluster API skips it and reports no error',
      },
      {
        name: 'does not take a source of another namespace',
        given: { sources: [{ ...pack, namespace: 'other' }], binding: aBinding({ hash: now }) },
        want: { state: 'missing', ref, wasApplied: true },
        sentence: 'ConfigMap "pack" does not exist any more; what it delivered stays on the cluster',
      },
      {
        name: 'says not yet when there is no binding',
        given: {},
        want: { state: 'not-yet', ref, hash: now, cause: 'set-not-tried' },
        sentence: 'ConfigMap "pack" is not applied yet: Cluster API has not tried the set on this cluster',
      },
      {
        name: 'says not reached when the set has an entry without the source',
        given: { binding: aBinding() },
        want: { state: 'not-yet', ref, hash: now, cause: 'unreached' },
        sentence:
          'ConfigMap "pack" is not applied yet: the cluster has not been reached, or the source is new',
      },
      {
        name: 'says ghost when the entry is older than the set',
        given: { binding: aBinding({ hash: now, ...old }) },
        want: { state: 'ghost', ref, hash: now, next: 'nothing' },
        sentence:
          'ConfigMap "pack" has an entry that is older than the set, which has applied nothing of it: Cluster API considers it applied; delete the entry from the binding to have it applied',
      },
      {
        name: 'says that a ghost will be applied when the strategy is Reconcile and the hash differs',
        given: { resourceSet: reconciling, binding: aBinding({ hash: before, ...old }) },
        want: { state: 'ghost', ref, hash: now, next: 'applies' },
        sentence:
          'ConfigMap "pack" has an entry that is older than the set, which has applied nothing of it: Cluster API will apply it',
      },
      {
        name: 'does not say ghost of an entry of the same second',
        given: { binding: aBinding({ hash: now, lastAppliedTime: '2026-03-01T11:00:00+01:00' }) },
        want: { state: 'applied', ref, hash: now, objects: ['/Namespace//demo'] },
        sentence: 'ConfigMap "pack" is applied',
      },
    ]
  for (const { name, given, want, sentence } of cases) {
    test(name, () => {
      const state = firstState(given)
      expect(state).toEqual(want)
      expect(state && describeResource(state)).toBe(sentence)
    })
  }

  test('says unreadable, and where, although it was applied before', () => {
    const sources = [aConfigMap('pack', `${manifest}---\nfoobar: [\n`)]
    const state = firstState({ sources, binding: aBinding({ hash: now }) })
    expect(state).toMatchObject({
      state: 'unreadable',
      error: { code: 'BAD_DOCUMENT', place: { key: 'a', line: 6 } },
    })
  })
})

describe('judgeResourceSet, of a set,', () => {
  const resources = ['late', 'pack', 'broken'].map(name => ({ kind: 'ConfigMap', name }))
  const broken = aConfigMap('broken', '# short')

  test('says applied when every source is', () => {
    expect(judge({ binding: aBinding({ hash: now }) })).toMatchObject({
      verdict: 'applied',
      message: 'Applied 1 source',
    })
  })

  test('names the worst source first and counts the others', () => {
    const verdict = judge({ resourceSet: aSet({ resources }), sources: [pack, broken] })
    expect(verdict).toMatchObject({
      verdict: 'open',
      resources: [{ state: 'missing' }, { state: 'not-yet' }, { state: 'unreadable' }],
      open: [{ state: 'unreadable' }, { state: 'missing' }, { state: 'not-yet' }],
      message:
        'ConfigMap "broken" cannot be read, so nothing of it is applied: key "a": line 1, column 1: the value has 7 bytes and needs 32 (and 2 more of 3 sources)',
    })
  })

  test('says that one Secret of the wrong type stops the others', () => {
    const refs = [
      { kind: 'ConfigMap', name: 'pack' },
      { kind: 'Secret', name: 'plain' },
    ]
    const verdict = judge({
      resourceSet: aSet({ resources: refs }),
      sources: [pack, aSecret('plain', 'Opaque')],
    })
    expect(verdict).toMatchObject({
      open: [
        { state: 'wrong-type', type: 'Opaque' },
        { state: 'not-yet', cause: 'set-blocked' },
      ],
    })
  })

  const unselected = [
    { name: 'other labels', given: { cluster: { ...blue, labels: {} } }, reason: 'LabelsDiffer' },
    { name: 'another namespace', given: { cluster: { ...blue, namespace: 'x' } }, reason: 'OtherNamespace' },
    {
      name: 'its deletion',
      given: { cluster: { ...blue, isBeingDeleted: true } },
      reason: 'ClusterDeleting',
    },
    {
      name: 'an empty selector',
      given: { resourceSet: aSet({ clusterSelector: {} }) },
      reason: 'EmptySelector',
    },
    { name: 'no selector', given: { resourceSet: aSet({ clusterSelector: null }) }, reason: 'EmptySelector' },
    {
      name: 'a wrong selector',
      given: { resourceSet: aSet({ clusterSelector: { matchLabels: { '-x': '' } } }) },
      reason: 'BadSelector',
    },
  ]
  for (const { name, given, reason } of unselected) {
    test(`says that a cluster is not selected because of ${name}, and whether an entry is left`, () => {
      expect(judge(given)).toMatchObject({ verdict: 'not-selected', reason, leftEntry: false })
      expect(judge({ ...given, binding: aBinding() })).toMatchObject({ reason, leftEntry: true })
    })
  }
})

describe('Cluster API has done all that it will', () => {
  const cases = [
    { name: 'when all is applied', given: { binding: aBinding({ hash: now }) }, want: true },
    {
      name: 'when something changed after it was applied once',
      given: { resourceSet: aSet({ strategy: 'ApplyOnce' }), binding: aBinding({ hash: before }) },
      want: true,
    },
    {
      name: 'but not when it will apply the change',
      given: { resourceSet: aSet({ strategy: 'Reconcile' }), binding: aBinding({ hash: before }) },
      want: false,
    },
    { name: 'but not before it has begun', given: {}, want: false },
    {
      name: 'but not when it does not select the cluster',
      given: { cluster: { ...blue, labels: {} } },
      want: false,
    },
  ]
  test.each(cases)('$name', ({ given, want }) => expect(isDelivered(judge(given))).toBe(want))
})
