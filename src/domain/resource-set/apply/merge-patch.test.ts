import { expect, test } from 'vitest'
import { mergePatch } from './merge-patch.ts'

const cases = [
  { name: 'is empty for equal objects', live: { a: [1, { b: 2 }] }, wanted: { a: [1, { b: 2 }] }, want: {} },
  {
    name: 'takes away what the source does not have',
    live: { metadata: { name: 'x', labels: { by: 'others' }, finalizers: ['f'] }, data: { a: '1', b: '2' } },
    wanted: { metadata: { name: 'x' }, data: { a: '1' } },
    want: { metadata: { labels: null, finalizers: null }, data: { b: null } },
  },
  {
    name: 'leaves out what the API server keeps',
    live: {
      metadata: { name: 'x', uid: 'u', resourceVersion: '1', managedFields: [] },
      status: { ready: true },
    },
    wanted: { metadata: { name: 'x' } },
    want: {},
  },
  { name: 'writes lists as a whole', live: { a: [1, 2, 3] }, wanted: { a: [1, 3] }, want: { a: [1, 3] } },
  { name: 'writes what is new', live: {}, wanted: { a: { b: 1 } }, want: { a: { b: 1 } } },
]
for (const { name, live, wanted, want } of cases) {
  test(`mergePatch ${name}`, () => expect(mergePatch(live, wanted)).toEqual(want))
}

test('mergePatch does not run out of stack', () => {
  let deep: Readonly<Record<string, unknown>> = {}
  for (let depth = 0; depth < 50_000; depth++) deep = { a: deep }
  expect(Object.keys(mergePatch(deep, deep))).toEqual(['a'])
})
