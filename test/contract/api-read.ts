import { describe, expect, test } from 'vitest'
import { type Bench, by, configMaps, secrets } from './api-bench.ts'

/** What reading one object, and asking what is served, does. */
export function readContract(bench: Bench): void {
  describe('get', () => {
    test('gives an object with its kind and version', async () => {
      const { metadata } = await bench.aConfigMap({ data: { a: 'b' } })
      const read = await bench.get(configMaps, metadata.name)
      expect(read).toMatchObject({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        data: { a: 'b' },
        metadata: { uid: metadata.uid },
      })
    })

    test('says that an object is not there', async () => {
      expect(await bench.codeOf(bench.get(configMaps, 'not-there'))).toBe('NotFound')
    })

    test('says the same of one in a namespace that is not there', async () => {
      const ref = { resource: configMaps, namespace: 'not-there', name: 'thing' }
      expect(await bench.codeOf(bench.api.get(ref))).toBe('NotFound')
    })

    const unknown = [
      { name: 'group', change: { group: 'not.there.fitout.dev' } },
      { name: 'version', change: { version: 'v9' } },
      { name: 'kind', change: { plural: 'gadgets', kind: 'Gadget' } },
    ]
    test.for(unknown)(
      'tells a $name that is not served from an object that does not exist',
      async ({ change }) => {
        expect(await bench.codeOf(bench.get({ ...bench.widgets, ...change }, 'thing'))).toBe('NotServed')
      },
    )

    test('gives the head alone when it is asked to', async () => {
      const name = bench.name()
      const secret = {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name, namespace: bench.namespace, labels: { a: 'b' } },
      }
      await bench.api.create(secrets, { ...secret, data: { key: 'dmFsdWU=' } }, by)
      const { metadata, ...rest } = await bench.api.get(bench.ref(secrets, name), { metadataOnly: true })
      expect(metadata).toMatchObject({ name, labels: { a: 'b' } })
      expect(Object.keys(rest).toSorted()).toEqual(['apiVersion', 'kind'])
    })

    test('ends with Cancelled when its signal is aborted', async () => {
      const { metadata } = await bench.aConfigMap()
      const call = bench.api.get(bench.ref(configMaps, metadata.name), { signal: AbortSignal.abort() })
      expect(await bench.codeOf(call)).toBe('Cancelled')
    })
  })

  describe('discover', () => {
    test('names the kinds of a group and version', async () => {
      expect(await bench.api.discover(`${bench.group}/v1`)).toEqual([bench.widgets])
    })

    test('names the kinds of the core, without what is not a kind of its own', async () => {
      const kinds = await bench.api.discover('v1')
      expect(kinds).toContainEqual(configMaps)
      expect(kinds.filter(({ plural }) => plural.includes('/'))).toEqual([])
    })

    test.for(['not.there.fitout.dev/v1', 'apps/v9'])('says that %s is not served', async apiVersion => {
      expect(await bench.codeOf(bench.api.discover(apiVersion))).toBe('NotServed')
    })
  })

  test('a server that works says that it is ready', async () => {
    expect(await bench.api.isReady()).toBe(true)
  })

  test('a server says which version of Kubernetes it is', async () => {
    expect(await bench.api.version()).toMatch(/^v1\.\d+\.\d+/)
  })
}
