import { describe, expect, test } from 'vitest'
import type { Resource } from '../../src/engine/api/api.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { type Bench, by, definitions } from './api-bench.ts'
import { widgetDefinition } from './widget-definition.ts'

/** What serving custom kinds does. */
export function definitionContract(bench: Bench): void {
  const gadgets = (kind: string, version = 'v1'): Resource => ({
    group: bench.group,
    version,
    kind,
    plural: `${kind.toLowerCase()}s`,
    scope: 'Namespaced',
  })
  const define = (kind: string, versions: readonly string[] = ['v1']): Promise<KubeObject> => {
    const { plural } = gadgets(kind)
    return bench.api.create(definitions, widgetDefinition(bench.group, { kind, plural, versions }), by)
  }
  const undefine = (kind: string): Promise<void> =>
    bench.api.delete({ resource: definitions, name: `${gadgets(kind).plural}.${bench.group}` })
  const aGadget = (kind: string, name: string): KubeObject => ({
    ...bench.widget(name, { spec: { size: 1 } }),
    kind,
  })
  const listCode = (resource: Resource): Promise<unknown> =>
    bench.codeOf(bench.api.list({ resource, namespace: bench.namespace }))

  describe('a custom kind', () => {
    test('is not served until it is defined, and then a moment later', async () => {
      const resource = gadgets('Early')
      expect(await listCode(resource)).toBe('NotServed')
      await define('Early')
      await bench.untilServed(resource)
      const made = await bench.api.create(resource, aGadget('Early', bench.name()), by)
      expect(made).toMatchObject({ kind: 'Early', spec: { size: 1 } })
      await undefine('Early')
    })

    test('is said to be established', async () => {
      const { metadata } = await define('Settled')
      const read = (): Promise<KubeObject> => bench.api.get({ resource: definitions, name: metadata.name })
      await bench.until('it is established', async () =>
        conditionsOf(await read()).includes('Established=True'),
      )
      await bench.untilServed(gadgets('Settled'))
      expect(conditionsOf(await read())).toEqual(['NamesAccepted=True', 'Established=True'])
      await undefine('Settled')
    })

    test('comes into discovery', async () => {
      await define('Found')
      const isFound = async (): Promise<boolean> =>
        (await bench.api.discover(`${bench.group}/v1`)).some(({ kind }) => kind === 'Found')
      await bench.until('it is discovered', isFound)
      expect(await bench.api.discover(`${bench.group}/v1`)).toContainEqual(gadgets('Found'))
      await undefine('Found')
    })

    test('shows the same object in every version', async () => {
      await define('Double', ['v1', 'v2'])
      const [first, second] = [gadgets('Double', 'v1'), gadgets('Double', 'v2')]
      await bench.untilServed(second)
      const made = await bench.api.create(first, aGadget('Double', bench.name()), by)
      const read = await bench.api.get(bench.ref(second, made.metadata.name))
      expect(read).toMatchObject({
        apiVersion: `${bench.group}/v2`,
        spec: { size: 1 },
        metadata: { uid: made.metadata.uid },
      })
      await undefine('Double')
    })

    test('goes with all its objects when its definition is deleted', async () => {
      const resource = gadgets('Passing')
      await define('Passing')
      await bench.untilServed(resource)
      await bench.api.create(resource, aGadget('Passing', bench.name()), by)
      await undefine('Passing')
      await bench.untilGone({ resource: definitions, name: `${resource.plural}.${bench.group}` })
      await bench.until('it is no longer served', async () => (await listCode(resource)) === 'NotServed')
      await define('Passing')
      await bench.untilServed(resource)
      expect((await bench.api.list({ resource, namespace: bench.namespace })).items).toEqual([])
      await undefine('Passing')
    })
  })
}

function conditionsOf({ status }: KubeObject): readonly string[] {
  const { conditions } = (status ?? {}) as {
    readonly conditions?: readonly { type: string; status: string }[] | null
  }
  return (conditions ?? []).map(({ type, status }) => `${type}=${status}`)
}
