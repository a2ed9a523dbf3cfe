import { describe, expect, test } from 'vitest'
import type { Resource } from '../../src/engine/api/api.ts'
import type { KubeObject, OwnerReference } from '../../src/engine/api/kube-object.ts'
import { type Bench, by, configMaps, namespaces } from './api-bench.ts'

const clusterRoles: Resource = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  scope: 'Cluster',
}

function ownerOf({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? '' }
}

/** What happens to objects whose owners are gone. */
export function garbageContract(bench: Bench): void {
  const owned = (...owners: readonly OwnerReference[]): Promise<KubeObject> =>
    bench.aConfigMap({ metadata: { ownerReferences: owners } })
  const remove = ({ metadata }: KubeObject): Promise<void> =>
    bench.api.delete(bench.ref(configMaps, metadata.name))
  const gone = ({ metadata }: KubeObject): Promise<void> =>
    bench.untilGone(bench.ref(configMaps, metadata.name))
  /** Waits until the collector has surely had its turn: it has done to another object what it would do to this one. */
  const aTurn = async (): Promise<void> => {
    const owner = await bench.aConfigMap()
    const dependent = await owned(ownerOf(owner))
    await remove(owner)
    await gone(dependent)
  }

  describe('garbage collection', () => {
    test('takes an object away with its only owner', async () => {
      const owner = await bench.aConfigMap()
      const dependent = await owned(ownerOf(owner))
      await remove(owner)
      await gone(dependent)
      expect(await bench.codeOf(bench.get(configMaps, dependent.metadata.name))).toBe('NotFound')
    })

    test('takes away what is owned by what is owned', async () => {
      const owner = await bench.aConfigMap()
      const child = await owned(ownerOf(owner))
      const grandchild = await owned(ownerOf(child))
      await remove(owner)
      await gone(grandchild)
      expect(await bench.codeOf(bench.get(configMaps, child.metadata.name))).toBe('NotFound')
    })

    test('leaves an object while one of its owners is there, and forgets the other', async () => {
      const [one, two] = [await bench.aConfigMap(), await bench.aConfigMap()]
      const dependent = await owned(ownerOf(one), ownerOf(two))
      await remove(one)
      const read = (): Promise<KubeObject> => bench.get(configMaps, dependent.metadata.name)
      await bench.until(
        'one owner is forgotten',
        async () => (await read()).metadata.ownerReferences?.length === 1,
      )
      expect((await read()).metadata.ownerReferences).toEqual([ownerOf(two)])
      await remove(two)
      await gone(dependent)
    })

    test('takes away an object whose owner has another uid', async () => {
      const owner = await bench.aConfigMap()
      await gone(await owned({ ...ownerOf(owner), uid: '00000000-0000-4000-8000-000000000000' }))
      expect(await bench.get(configMaps, owner.metadata.name)).toEqual(owner)
    })

    test('takes away an object whose owner is in another namespace', async () => {
      const metadata = { namespace: 'default', name: `owner-of-${bench.name()}-${bench.namespace}` }
      const owner = await bench.api.create(configMaps, bench.configMap('', { metadata }), by)
      const dependent = await owned(ownerOf(owner))
      await gone(dependent)
      await bench.api.delete({ resource: configMaps, ...metadata })
      expect(await bench.codeOf(bench.get(configMaps, dependent.metadata.name))).toBe('NotFound')
    })

    test('waits for an owner that is being deleted until it is gone', async () => {
      const owner = await bench.aConfigMap({ metadata: { finalizers: ['fitout.dev/contract'] } })
      const dependent = await owned(ownerOf(owner))
      await remove(owner)
      await aTurn()
      const held = await bench.get(configMaps, owner.metadata.name)
      expect((await bench.get(configMaps, dependent.metadata.name)).metadata.uid).toBe(dependent.metadata.uid)
      await bench.api.update(configMaps, { ...held, metadata: { ...held.metadata, finalizers: [] } }, by)
      await gone(dependent)
    })

    test('lets what is in a namespace be owned by what is in none', async () => {
      const name = `owner-${bench.name()}-${bench.namespace}`
      const role = {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name },
        rules: [],
      }
      const owner = await bench.api.create(clusterRoles, role, by)
      const dependent = await owned(ownerOf(owner))
      await aTurn()
      expect((await bench.get(configMaps, dependent.metadata.name)).metadata.uid).toBe(dependent.metadata.uid)
      await bench.api.delete({ resource: clusterRoles, name })
      await gone(dependent)
    })

    test('holds a finalizer of the dependent in honour', async () => {
      const owner = await bench.aConfigMap()
      const dependent = await bench.aConfigMap({
        metadata: { ownerReferences: [ownerOf(owner)], finalizers: ['fitout.dev/contract'] },
      })
      await remove(owner)
      const read = (): Promise<KubeObject> => bench.get(configMaps, dependent.metadata.name)
      await bench.until('it is marked', async () => (await read()).metadata.deletionTimestamp !== undefined)
      const marked = await read()
      await bench.api.update(configMaps, { ...marked, metadata: { ...marked.metadata, finalizers: [] } }, by)
      expect(await bench.codeOf(read())).toBe('NotFound')
    })
  })

  test('an owner without a uid is refused', async () => {
    const home = await bench.api.get({ resource: namespaces, name: bench.namespace })
    expect(await bench.codeOf(owned({ ...ownerOf(home), uid: '' }))).toBe('Invalid')
  })
}
