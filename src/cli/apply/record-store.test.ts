import { expect, test } from 'vitest'
import { configMaps } from '#test/apply/apply-bench.ts'
import { ApplyScene } from '#test/apply/apply-scene.ts'
import { inventoryOf } from '../../domain/apply/inventory.ts'
import type { ApplyRecord } from '../../domain/apply/record.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import { RecordStore } from './record-store.ts'

const recordOf = (count: number): ApplyRecord => ({
  cluster: 'blue',
  commit: 'a'.repeat(40),
  attempt: undefined,
  inventory: inventoryOf(
    Array.from({ length: count }, (_, index) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      namespace: 'default',
      name: `map-${String(index).padStart(3, '0')}`,
      digest: undefined,
    })),
  ),
})

const partsIn = ({ store }: ApplyScene): readonly string[] =>
  store
    .snapshotAt(store.revision, { group: '', plural: 'configmaps' })
    .map(({ metadata }) => metadata.name)
    .filter(name => name.startsWith('fitout-apply-'))

test('A large record is kept in parts, and parts that it no longer needs go', async () => {
  const scene = new ApplyScene()
  const records = () => new RecordStore(scene.store.api(), 'kube-system', 500)
  const first = records()
  expect(await first.read()).toBeUndefined()
  await first.write(recordOf(40))
  const before = partsIn(scene)
  expect(before.length).toBe(4)

  const second = records()
  expect(await second.read()).toEqual(recordOf(40))
  await second.write(recordOf(45))
  expect(await records().read()).toEqual(recordOf(45))
  // Full parts stay what they are: only the last one was written again.
  expect(partsIn(scene).filter(name => before.includes(name)).length).toBe(3)

  const third = records()
  await third.read()
  await third.write(recordOf(2))
  expect([partsIn(scene), await records().read()]).toEqual([[], recordOf(2)])
})

test('A record that was ended between its parts is still the one before', async () => {
  const scene = new ApplyScene()
  const api = scene.store.api()
  await new RecordStore(api, 'kube-system', 500).write(recordOf(40))
  const dying = new RecordStore(
    {
      ...api,
      update: async () => {
        throw new Error('killed')
      },
    },
    'kube-system',
    500,
  )
  await dying.read()
  await expect(dying.write(recordOf(90))).rejects.toThrow('killed')
  const next = new RecordStore(api, 'kube-system', 500)
  expect(await next.read()).toEqual(recordOf(40))
  await next.write(recordOf(1))
  expect(partsIn(scene)).toEqual([])
})

test('A record of which a part is missing is not read', async () => {
  const scene = new ApplyScene()
  const api = scene.store.api()
  await new RecordStore(api, 'kube-system', 500).write(recordOf(40))
  await api.delete({ resource: configMaps, namespace: 'kube-system', name: partsIn(scene)[0] ?? '' })
  await expect(new RecordStore(api, 'kube-system').read()).rejects.toThrow(
    'it is damaged, or written by a newer fitout',
  )
})

async function refuse(): Promise<never> {
  throw new ApiError('Forbidden', { call: 'list' })
}

test('A record that fits into one ConfigMap needs no permission to list or delete', async () => {
  const scene = new ApplyScene()
  const api = { ...scene.store.api(), list: refuse, delete: refuse }
  const records = new RecordStore(api, 'kube-system')
  await records.read()
  await records.write(recordOf(1))
  await records.write(recordOf(2))
  expect(await new RecordStore(api, 'kube-system').read()).toEqual(recordOf(2))
})

test('A ConfigMap of someone stays, also with the label of a part', async () => {
  const scene = new ApplyScene()
  const api = scene.store.api()
  const records = new RecordStore(api, 'kube-system', 500)
  await records.write(recordOf(40))
  const labels = { 'fitout.dev/apply-record': 'part' }
  const metadata = { name: 'fitout-apply-backup', namespace: 'kube-system', labels }
  scene.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: {} })
  await records.write(recordOf(1))
  expect(partsIn(scene)).toEqual(['fitout-apply-backup'])
})

test('A record of which a user changed a part is not read', async () => {
  const scene = new ApplyScene()
  const api = scene.store.api()
  await new RecordStore(api, 'kube-system', 500).write(recordOf(40))
  const ref = { resource: configMaps, namespace: 'kube-system', name: partsIn(scene)[0] ?? '' }
  const part = await api.get(ref)
  await api.update(configMaps, { ...part, data: { objects: '' } }, { fieldManager: 'somebody' })
  await expect(new RecordStore(api, 'kube-system').read()).rejects.toThrow(
    'it is damaged, or written by a newer fitout',
  )
})
