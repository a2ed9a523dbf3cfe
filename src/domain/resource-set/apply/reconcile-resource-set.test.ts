import { describe, expect, test } from 'vitest'
import type { Binding } from '../binding.ts'
import type { Fields } from '../../object/fields.ts'
import { hashSource } from '../hash-source.ts'
import { readResourceSet } from '../resource-set.ts'
import type { Workload } from './apply-to-cluster.ts'
import {
  FINALIZER,
  type ReconcileStep,
  deleteResourceSet,
  reconcileResourceSet,
} from './reconcile-resource-set.ts'
import { type Source, readSource } from '../source.ts'

const time = '2026-03-01T10:00:02Z'

function namespaceManifest(name: string): string {
  return `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${name}\n`
}

function aSource(name: string, ...values: readonly string[]): Source {
  const data = Object.fromEntries(values.entries())
  return readSource({ kind: 'ConfigMap', metadata: { name, namespace: 'fleet' }, data })
}

interface Given {
  readonly list: readonly string[]
  readonly sources: readonly Source[]
  readonly strategy?: string
  readonly binding?: Binding
  readonly live?: Readonly<Record<string, Fields>>
  readonly refuses?: string
  readonly isReachable?: boolean
  readonly metadata?: object
}

const blue = { name: 'blue', namespace: 'fleet', labels: { env: 'prod' }, isBeingDeleted: false }

function aSet(list: readonly string[], { strategy = 'ApplyOnce', metadata = {} } = {}) {
  return readResourceSet({
    metadata: { name: 'base', namespace: 'fleet', finalizers: [FINALIZER], ...metadata },
    spec: {
      strategy,
      clusterSelector: { matchLabels: { env: 'prod' } },
      resources: list.map(entry => ({
        kind: entry.startsWith('secret-') ? 'Secret' : 'ConfigMap',
        name: entry,
      })),
    },
  })
}

function reconcile({ list, sources, strategy, metadata, ...rest }: Given): ReconcileStep {
  const { binding, live = {}, refuses, isReachable = true } = rest
  const resourceSet = aSet(list, { ...(strategy && { strategy }), ...(metadata && { metadata }) })
  const workload: Workload = {
    isReachable,
    find: ({ name }) => live[name],
    refuses: ({ name }) => name === refuses,
  }
  return reconcileResourceSet({ resourceSet, cluster: blue, sources, binding, workload, now: time })
}

function summary(step: ReconcileStep): object {
  if (step.step !== 'apply') return { step: step.step }
  return {
    calls: step.calls.map(
      ({ plan, failed }) => `${plan.action} ${plan.object.name}${failed ? ' failed' : ''}`,
    ),
    entries: step.binding?.entries[0]?.resources.map(({ name, applied, hash }) => ({ name, applied, hash })),
    condition: step.condition?.reason,
    failed: step.failed,
  }
}

function aBinding(...resources: readonly { name: string; applied: boolean; hash: string }[]): Binding {
  const entries = resources.map(entry => ({
    kind: 'ConfigMap' as const,
    lastAppliedTime: 'before',
    ...entry,
  }))
  return {
    clusterName: 'blue',
    namespace: 'fleet',
    owners: ['base'],
    entries: [{ resourceSet: 'base', resources: entries }],
  }
}

const one = aSource('one', namespaceManifest('a'), namespaceManifest('b'))
const hash = hashSource(one)

describe('reconcileResourceSet', () => {
  const cases: readonly { name: string; given: Given; want: object }[] = [
    {
      name: 'applies what it finds, passes over what is missing and calls that applied',
      given: { list: ['nope', 'one'], sources: [one] },
      want: {
        calls: ['create a', 'create b'],
        entries: [{ name: 'one', applied: true, hash }],
        condition: 'Applied',
        failed: false,
      },
    },
    {
      name: 'continues behind an object that fails, and keeps the hash',
      given: { list: ['one'], sources: [one], refuses: 'a' },
      want: {
        calls: ['create a failed', 'create b'],
        entries: [{ name: 'one', applied: false, hash }],
        condition: 'NotApplied',
        failed: true,
      },
    },
    {
      name: 'leaves the condition as it was when a source cannot be read',
      given: { list: ['bad', 'one'], sources: [aSource('bad', '# short'), one] },
      want: {
        calls: ['create a', 'create b'],
        entries: [
          { name: 'bad', applied: false, hash: '' },
          { name: 'one', applied: true, hash },
        ],
        condition: undefined,
        failed: true,
      },
    },
    {
      name: 'shows a missing source when another one cannot be read',
      given: { list: ['bad', 'nope'], sources: [aSource('bad', '# short')] },
      want: {
        calls: [],
        entries: [{ name: 'bad', applied: false, hash: '' }],
        condition: 'InternalError',
        failed: true,
      },
    },
    {
      name: 'takes back the entry of a source that has become unreadable, also with ApplyOnce',
      given: {
        list: ['one'],
        sources: [aSource('one', '# short')],
        binding: aBinding({ name: 'one', applied: true, hash }),
      },
      want: {
        calls: [],
        entries: [{ name: 'one', applied: false, hash: '' }],
        condition: undefined,
        failed: true,
      },
    },
    {
      name: 'does not follow a changed source with ApplyOnce',
      given: {
        list: ['one'],
        sources: [one],
        binding: aBinding({ name: 'one', applied: true, hash: 'old' }),
      },
      want: {
        calls: [],
        entries: [{ name: 'one', applied: true, hash: 'old' }],
        condition: 'Applied',
        failed: false,
      },
    },
    {
      name: 'follows a changed source with Reconcile, and keeps entries of sources that are no longer listed',
      given: {
        list: ['one'],
        strategy: 'Reconcile',
        sources: [one],
        live: { a: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a', labels: { x: 'y' } } } },
        binding: aBinding(
          { name: 'gone', applied: true, hash: 'x' },
          { name: 'one', applied: true, hash: 'old' },
        ),
      },
      want: {
        calls: ['patch a', 'create b'],
        entries: [
          { name: 'gone', applied: true, hash: 'x' },
          { name: 'one', applied: true, hash },
        ],
        condition: 'Applied',
        failed: false,
      },
    },
    {
      name: 'makes an empty entry for a cluster that it cannot reach',
      given: { list: ['one'], sources: [one], isReachable: false },
      want: { calls: [], entries: [], condition: 'InternalError', failed: true },
    },
    {
      name: 'applies nothing and makes no binding when one Secret has the wrong type',
      given: {
        list: ['one', 'secret-x'],
        sources: [
          one,
          readSource({ kind: 'Secret', type: 'Opaque', metadata: { name: 'secret-x', namespace: 'fleet' } }),
        ],
      },
      want: { calls: [], entries: undefined, condition: 'WrongSecretType', failed: true },
    },
    {
      name: 'sets its finalizer first',
      given: { list: ['one'], sources: [one], metadata: { finalizers: [] } },
      want: { step: 'add-finalizer' },
    },
    {
      name: 'does nothing while it is paused, whatever the annotation says',
      given: {
        list: ['one'],
        sources: [one],
        metadata: { annotations: { 'cluster.x-k8s.io/paused': 'false' } },
      },
      want: { step: 'none' },
    },
  ]
  for (const { name, given, want } of cases) test(name, () => expect(summary(reconcile(given))).toEqual(want))

  test('writes the time of each attempt, and owns the sources that it read', () => {
    expect(reconcile({ list: ['nope', 'one'], sources: [one] })).toMatchObject({
      owned: [{ kind: 'ConfigMap', name: 'one' }],
      binding: { owners: ['base'], entries: [{ resources: [{ lastAppliedTime: time }] }] },
    })
  })

  test('takes its entry out when it is deleted, and deletes a binding that held nothing else', () => {
    const metadata = { deletionTimestamp: time }
    const binding = aBinding()
    expect(reconcile({ list: [], sources: [], metadata, binding })).toEqual({
      step: 'delete',
      binding: undefined,
    })
    const other = { resourceSet: 'other', resources: [] }
    const shared = { ...binding, owners: ['base', 'other'], entries: [...binding.entries, other] }
    expect(reconcile({ list: [], sources: [], metadata, binding: shared })).toEqual({
      step: 'delete',
      binding: { ...shared, owners: ['other'], entries: [other] },
    })
  })
})

test('deleteResourceSet leaves the entries behind the first cluster without a binding', () => {
  const green = { ...blue, name: 'green' }
  const bindings = new Map([['green', aBinding()]])
  expect(deleteResourceSet(aSet([]), [blue, green], bindings).size).toBe(1)
  expect(deleteResourceSet(aSet([]), [green, blue], bindings).size).toBe(0)
})
