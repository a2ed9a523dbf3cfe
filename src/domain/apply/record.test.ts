import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inventoryOf } from './inventory.ts'
import { type ApplyRecord, MAX_PARTS, partsOf, readRecord, writeRecord } from './record.ts'

const commit = 'a'.repeat(40)
const record: ApplyRecord = {
  cluster: 'blue',
  commit,
  attempt: 'b'.repeat(64),
  inventory: inventoryOf([
    { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'x', name: 'web', digest: 'd'.repeat(32) },
    { apiVersion: 'v1', kind: 'Namespace', namespace: '', name: 'x', digest: undefined },
  ]),
}

const readBack = (written: ReturnType<typeof writeRecord>) =>
  written &&
  readRecord(
    written.data,
    written.parts.map(({ data }) => data),
  )

const sorted = (each: ApplyRecord | undefined) =>
  each && [...each.inventory.values()].map(one => JSON.stringify(one)).toSorted()

const many = (count: number): ApplyRecord => ({
  ...record,
  inventory: inventoryOf(
    Array.from({ length: count }, (_, index) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      namespace: 'x',
      name: `name-${index}`,
      digest: 'd'.repeat(32),
    })),
  ),
})

describe('A record', () => {
  test('is readable for people, and the same whatever the order of its objects', () => {
    const want = {
      data: {
        format: '1',
        cluster: 'blue',
        commit,
        attempt: 'b'.repeat(64),
        objects: `["apps/v1","Deployment","x","web","${'d'.repeat(32)}"]\n["v1","Namespace","","x",""]\n`,
      },
      parts: [],
    }
    expect(writeRecord(record)).toEqual(want)
    const turned = inventoryOf([...record.inventory.values()].toReversed())
    expect(writeRecord({ ...record, inventory: turned })).toEqual(want)
  })

  const text = fc.string({ minLength: 1, maxLength: 12 })
  const entry = fc.record({
    apiVersion: text,
    kind: text,
    namespace: fc.string(),
    name: text,
    digest: fc.option(fc.constant('d1'), { nil: undefined }),
  })
  test('is read back as it was written, in one part or in many', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 20 }),
        fc.integer({ min: 150, max: 400 }),
        (entries, bytes) => {
          const given = { ...record, inventory: inventoryOf(entries) }
          const written = writeRecord(given, bytes)
          if (written === undefined) return
          expect(partsOf(written.data)).toEqual(written.parts.map(({ name }) => name))
          expect(sorted(readBack(written))).toEqual(sorted(given))
        },
      ),
    )
  })

  test('is split where one ConfigMap would be too large, and has an end', () => {
    const written = writeRecord(many(40), 1000)
    expect(written?.parts.length).toBe(3)
    expect(Object.keys(written?.data ?? {})).toEqual(['format', 'cluster', 'commit', 'attempt', 'parts'])
    expect(readBack(written)?.inventory.size).toBe(40)
    expect(writeRecord(many(40 * MAX_PARTS), 1000)).toBeUndefined()
    expect(writeRecord(many(50_000))?.parts.length).toBeLessThanOrEqual(MAX_PARTS)
  })

  const damaged = [
    { name: 'of another format', data: { format: '2', cluster: 'blue' } },
    { name: 'without a cluster', data: { format: '1' } },
    {
      name: 'whose commit is an option of git',
      data: { format: '1', cluster: 'blue', commit: '--upload-pack=x' },
    },
    { name: 'whose attempt is none', data: { format: '1', cluster: 'blue', attempt: 'HEAD' } },
    { name: 'with a line that is not JSON', data: { format: '1', cluster: 'blue', objects: 'x\n' } },
    {
      name: 'with a line of other fields',
      data: { format: '1', cluster: 'blue', objects: '["v1","Pod"]\n' },
    },
    {
      name: 'with a number for a name',
      data: { format: '1', cluster: 'blue', objects: '["v1","Pod","x",1,""]\n' },
    },
  ]
  test.for(damaged)('$name is not read', ({ data }) => expect(readRecord(data, [])).toBeUndefined())

  test('whose parts have names of others is not read', () => {
    expect(partsOf({ format: '1', parts: 'kube-root-ca.crt' })).toBeUndefined()
    expect(partsOf({ format: '2', parts: '' })).toBeUndefined()
  })
})
