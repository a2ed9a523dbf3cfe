import { describe, expect, test } from 'vitest'
import { type Bench, by, configMaps } from './api-bench.ts'

/** What making an object does. */
export function createContract(bench: Bench): void {
  describe('create', () => {
    test('gives a new object its uid, version and time of creation', async () => {
      const { metadata } = await bench.aConfigMap()
      expect(metadata).toMatchObject({
        uid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        resourceVersion: expect.stringMatching(/^[1-9]\d*$/),
        creationTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      })
    })

    test('begins to count the generation of a custom object at one, and counts none for a ConfigMap', async () => {
      const [widget, configMap] = [await bench.aWidget(), await bench.aConfigMap()]
      expect([widget.metadata.generation, configMap.metadata.generation]).toEqual([1, undefined])
    })

    test('answers with the object as it is read afterwards', async () => {
      const made = await bench.aWidget({ spec: { size: 1 }, metadata: { labels: { a: 'b' } } })
      expect(await bench.get(bench.widgets, made.metadata.name)).toEqual(made)
    })

    test('refuses a name that is taken', async () => {
      const { metadata } = await bench.aConfigMap()
      const again = bench.api.create(configMaps, bench.configMap(metadata.name), by)
      expect(await bench.codeOf(again)).toBe('AlreadyExists')
    })

    test('gives a new uid even if the caller names one', async () => {
      const { metadata } = await bench.aConfigMap({ metadata: { uid: 'mine' } })
      expect(metadata.uid).not.toBe('mine')
    })

    test('refuses an object that names a version', async () => {
      const code = await bench.codeOf(bench.aConfigMap({ metadata: { resourceVersion: '1' } }))
      expect(code).toMatch(/^(ServerError|Invalid)$/)
    })

    test('refuses a namespace that is not there', async () => {
      expect(await bench.codeOf(bench.aConfigMap({ metadata: { namespace: 'not-there' } }))).toBe('NotFound')
    })

    test('refuses a name that is no name', async () => {
      const made = bench.api.create(configMaps, bench.configMap('Not_A_Name'), by)
      expect(await bench.codeOf(made)).toBe('Invalid')
    })

    test('refuses labels that are none', async () => {
      expect(await bench.codeOf(bench.aConfigMap({ metadata: { labels: { a: 'not a value' } } }))).toBe(
        'Invalid',
      )
    })

    test('leaves out the status, where that is written apart', async () => {
      expect(await bench.aWidget({ spec: { size: 1 }, status: { phase: 'Done' } })).not.toHaveProperty(
        'status',
      )
    })

    test('makes the creator the owner of all that it wrote', async () => {
      const { metadata } = await bench.aWidget({ spec: { size: 1 }, metadata: { labels: { a: 'b' } } })
      expect(metadata['managedFields']).toMatchObject([
        {
          manager: 'contract',
          operation: 'Update',
          fieldsType: 'FieldsV1',
          fieldsV1: {
            'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } },
            'f:spec': { '.': {}, 'f:size': {} },
          },
        },
      ])
    })
  })
}
