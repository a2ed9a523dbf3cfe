import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FitoutReading, readFitout } from '../../domain/validation/read-fitout.ts'
import { gateInSelectorOf } from '../../domain/validation/rules/gate-rules.ts'
import { aFitout, aStep } from '#test/domain/sample-fitout.ts'
import { compileLabelSelector } from '../../domain/labels/label-selector.ts'
import { matchesSelector } from '../../domain/labels/selector.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { ownersAmong } from './owner-of.ts'
import { fieldIn } from './read-cluster.ts'

const labels = ['a.example.com/x', 'b.example.com/x', 'c.example.com/x']
const values = ['1', '2']

function aCluster(given: Readonly<Record<string, string>>): KubeObject {
  return {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name: 'blue', labels: given },
  }
}

/** What an API server may hold: a Fitout of any selector, also one that cannot be read. */
function fitoutOf(name: string, metadata: object, spec: object): KubeObject {
  const { apiVersion, kind } = aFitout([])
  return { apiVersion, kind, metadata: { name, namespace: 'default', uid: name, ...metadata }, spec }
}

const label = fc.constantFrom(...labels)
const anySelector = fc.oneof(
  fc.record({ matchLabels: fc.dictionary(label, fc.constantFrom(...values), { minKeys: 1 }) }),
  fc.record({
    matchExpressions: fc.array(
      fc.record({
        key: label,
        operator: fc.constantFrom('In', 'NotIn', 'Exists', 'DoesNotExist', 'Near'),
        values: fc.subarray(values),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  fc.constantFrom({}, null, undefined, 7, { matchLabels: 'a' }, { matchExpressions: [{ key: null }] }),
)
const fitouts = fc
  .array(
    fc.record({
      selector: anySelector,
      gates: fc.subarray(labels),
      created: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
      isDeleted: fc.boolean(),
    }),
    { maxLength: 6 },
  )
  .map(all =>
    all.map(({ selector: clusterSelector, gates, created, isDeleted }, index) =>
      fitoutOf(
        `f${index}`,
        { creationTimestamp: created, ...(isDeleted ? { deletionTimestamp: created } : {}) },
        { clusterSelector, steps: gates.map((gate, step) => aStep(`s${step}`, { gate: { label: gate } })) },
      ),
    ),
  )

// Each pair is looked at by itself: too slow for many, but nothing in it can be out of date.
function slowOwner(cluster: KubeObject, among: readonly KubeObject[]): string | undefined {
  const [first] = among
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .filter(({ spec }) => slowlySelects(spec, cluster))
    .map(({ metadata }) => `${metadata.creationTimestamp} ${metadata.name}`)
    .toSorted()
  return first?.split(' ').at(-1)
}

function slowlySelects(spec: unknown, { metadata }: KubeObject): boolean {
  try {
    const selector = fieldIn(spec, 'clusterSelector')
    if (selector === null) return false
    return matchesSelector(compileLabelSelector(selector), metadata.labels)
  } catch {
    return false
  }
}

function slowReading(fitout: KubeObject, among: readonly KubeObject[]): FitoutReading {
  const reading = readFitout(fitout)
  if (reading.kind !== 'valid') return reading
  const problems = among
    .filter(one => one !== fitout)
    .map(one => readFitout(one))
    .flatMap(other => (other.kind === 'misshapen' ? [] : [...gateInSelectorOf(reading.fitout, other.fitout)]))
  return problems.length === 0 ? reading : { kind: 'invalid', fitout: reading.fitout, problems }
}

test('owners and conflicts are those that looking at every pair finds', () => {
  fc.assert(
    fc.property(fitouts, fc.dictionary(label, fc.constantFrom(...values)).map(aCluster), (among, cluster) => {
      const owners = ownersAmong(among)
      expect(owners.ownerOf(cluster)).toBe(slowOwner(cluster, among))
      for (const one of among) expect(owners.read(one)).toEqual(slowReading(one, among))
    }),
  )
})

test('each Fitout is read a few times, however many clusters ask for their owner', () => {
  let reads = 0
  const among = Array.from({ length: 20 }, (_, index) =>
    Object.defineProperty(fitoutOf(`f${index}`, {}, {}), 'spec', {
      get: () => {
        reads += 1
        return aFitout([]).spec
      },
    }),
  )
  const owners = ownersAmong(among)
  const once = reads
  const clusters = Array.from({ length: 50 }, () => aCluster({}))
  for (const cluster of [...clusters, ...clusters]) owners.ownerOf(cluster)
  expect([once, reads]).toEqual([2 * among.length, once])
})
