import { expect, test } from 'vitest'
import { nameHash } from './name-hash.ts'

// The cases and their hashes are those of kustomize's own hasher_test.go.
const cases = [
  { name: 'a ConfigMap without data', object: { kind: 'ConfigMap' }, want: '6ct58987ht' },
  { name: 'one key', object: { kind: 'ConfigMap', data: { one: '' } }, want: '9g67k2htb6' },
  {
    name: 'three keys',
    object: { kind: 'ConfigMap', data: { two: 2, one: '', three: 3 } },
    want: '7757f9kkct',
  },
  { name: 'one binary key', object: { kind: 'ConfigMap', binaryData: { one: '' } }, want: '6mtk2m274t' },
  {
    name: 'one of each',
    object: { kind: 'ConfigMap', data: { one: '' }, binaryData: { two: '' } },
    want: '698h7c7t9m',
  },
  { name: 'a Secret without data', object: { kind: 'Secret', type: 'my-type' }, want: '5gmgkf8578' },
  {
    name: 'a Secret with one key',
    object: { kind: 'Secret', type: 'my-type', data: { one: '' } },
    want: '74bd68bm66',
  },
  {
    name: 'a Secret with three keys',
    object: { kind: 'Secret', type: 'my-type', data: { two: 2, one: '', three: 3 } },
    want: '4gf75c7476',
  },
]

test.for(cases)('The hash of $name is that of kustomize', ({ object, want }) => {
  expect(nameHash(object)).toBe(want)
})
