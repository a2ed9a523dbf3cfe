import { describe, expect, test } from 'vitest'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { ObjectCache } from '../../engine/follow/object-cache.ts'
import { type FollowedObjects, unionOf } from './union-of.ts'

function anObject(namespace: string, name: string): KubeObject {
  const metadata = { name, namespace, uid: name, resourceVersion: '1', labels: { color: name } }
  return { apiVersion: 'v1', kind: 'Thing', metadata }
}

/** Follows the objects of one namespace, and notes what is reported to it. */
function aPart(namespace: string, names: readonly string[], isSynced = true) {
  const cache = new ObjectCache({ color: ({ metadata }) => Object.values(metadata.labels ?? {}) })
  for (const name of names) cache.put(anObject(namespace, name))
  const written: string[] = []
  const followed: FollowedObjects = {
    get: key => cache.get(key),
    list: () => cache.list(),
    inNamespace: one => cache.inNamespace(one),
    byIndex: (index, value) => cache.byIndex(index, value),
    sawWrite: key => void written.push(key),
    isBehind: key => written.includes(key),
  }
  return { namespace, isSynced: () => isSynced, followed, written }
}

const namesOf = (objects: readonly KubeObject[]) => objects.map(({ metadata }) => metadata.name)

describe('Namespaces that are followed one by one', () => {
  test('are read as one', () => {
    const union = unionOf([aPart('a', ['blue', 'green']), aPart('b', ['blue'])])
    expect(namesOf(union.list())).toEqual(['blue', 'green', 'blue'])
    expect(union.get('b/blue')?.metadata.namespace).toBe('b')
    expect(namesOf(union.inNamespace('a'))).toEqual(['blue', 'green'])
    expect(union.byIndex('color', 'blue').map(({ metadata }) => metadata.namespace)).toEqual(['a', 'b'])
  })

  test('are empty while not all of them was read', () => {
    const union = unionOf([aPart('a', ['blue'], false), aPart('b', ['green'])])
    expect(namesOf(union.list())).toEqual(['green'])
    expect([union.get('a/blue'), union.inNamespace('a'), union.byIndex('color', 'blue')]).toEqual([
      undefined,
      [],
      [],
    ])
  })

  test('are told of own writes each', () => {
    const [a, b] = [aPart('a', ['blue']), aPart('b', ['blue'])]
    const union = unionOf([a, b])
    union.sawWrite('b/blue', 'blue', '2')
    expect([a.written, b.written]).toEqual([[], ['b/blue']])
    expect([union.isBehind('a/blue'), union.isBehind('b/blue')]).toEqual([false, true])
  })

  test('are the only ones: another one is empty', () => {
    const union = unionOf([aPart('a', ['blue'])])
    union.sawWrite('c/blue', 'blue', '2')
    expect([union.get('c/blue'), union.inNamespace('c'), union.isBehind('c/blue')]).toEqual([
      undefined,
      [],
      false,
    ])
  })
})

test('All namespaces at once are read as they are', () => {
  const { followed } = aPart('a', ['blue'])
  expect(unionOf([{ namespace: undefined, isSynced: () => false, followed }])).toBe(followed)
})
