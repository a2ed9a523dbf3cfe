import { expect, test } from 'vitest'
import { findSharedObjects } from './find-shared-objects.ts'
import { packText } from '#test/domain/sample-pack.ts'

function pack(folder: string, namespace: string) {
  const made = packText('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: ns}\n', {
    namespace,
  })
  if (!made.ok) throw new Error('refused')
  return { folder, pack: made.pack }
}

test('Packs that bring the same objects are named, two by two', () => {
  expect(
    findSharedObjects([pack('one', 'a'), pack('two', 'a'), pack('other', 'b'), pack('three', 'a')]),
  ).toEqual([
    'one and two both contain ClusterResourceSet a/cni',
    'one and three both contain ClusterResourceSet a/cni',
  ])
})
