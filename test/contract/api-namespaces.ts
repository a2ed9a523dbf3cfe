import { describe, expect, test } from 'vitest'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { type Bench, by, configMaps, namespaces } from './api-bench.ts'

/** What namespaces do to what is in them. */
export function namespaceContract(bench: Bench): void {
  const aNamespace = (): Promise<KubeObject> => {
    const name = `${bench.namespace}-${bench.name()}`
    return bench.api.create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, by)
  }
  const aThing = (namespace: string, metadata: object = {}): Promise<KubeObject> =>
    bench.api.create(configMaps, bench.configMap(bench.name(), { metadata: { ...metadata, namespace } }), by)
  const endOf = ({ metadata }: KubeObject): Promise<void> =>
    bench.api.delete({ resource: namespaces, name: metadata.name })

  describe('a namespace', () => {
    test('begins active, and with a label of its own name', async () => {
      const made = await aNamespace()
      const { name } = made.metadata
      expect(made).toMatchObject({
        metadata: { labels: { 'kubernetes.io/metadata.name': name } },
        status: { phase: 'Active' },
      })
      await endOf(made)
    })

    test('takes all that is in it along', async () => {
      const home = await aNamespace()
      const { name } = home.metadata
      const thing = await aThing(name)
      const widget = await bench.api.create(
        bench.widgets,
        bench.widget(bench.name(), { metadata: { namespace: name } }),
        by,
      )
      await endOf(home)
      await bench.untilGone({ resource: namespaces, name })
      const left = [
        bench.api.get({ resource: configMaps, namespace: name, name: thing.metadata.name }),
        bench.api.get({ resource: bench.widgets, namespace: name, name: widget.metadata.name }),
      ]
      expect(await Promise.all(left.map(call => bench.codeOf(call)))).toEqual(['NotFound', 'NotFound'])
    })

    test('that is about to go takes nothing new, and waits for what is held', async () => {
      const home = await aNamespace()
      const { name } = home.metadata
      const held = await aThing(name, { finalizers: ['fitout.dev/contract'] })
      const other = await aThing(name)
      await endOf(home)
      expect(await bench.codeOf(aThing(name))).toBe('Denied')
      await bench.untilGone({ resource: configMaps, namespace: name, name: other.metadata.name })
      expect(await bench.api.get({ resource: namespaces, name })).toMatchObject({
        status: { phase: 'Terminating' },
      })
      const ref = { resource: configMaps, namespace: name, name: held.metadata.name }
      const marked = await bench.api.get(ref)
      expect(marked.metadata.deletionTimestamp).toBeDefined()
      await bench.api.update(configMaps, { ...marked, metadata: { ...marked.metadata, finalizers: [] } }, by)
      await bench.untilGone({ resource: namespaces, name })
    })
  })
}
