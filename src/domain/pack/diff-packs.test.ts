import { describe, expect, test } from 'vitest'
import { checkReplacement } from './check-replacement.ts'
import { diffPacks } from './diff-packs.ts'
import type { Pack } from './make-pack.ts'
import type { PackOptions } from './pack-options.ts'
import { readPack } from './read-pack.ts'
import { renderPack } from './render-pack.ts'
import { definition, packText } from '#test/domain/sample-pack.ts'

const object = (kind: string, name: string, rest = '') =>
  `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: ns}\n${rest}---\n`

const large = (name: string) => object('ConfigMap', name, `data: {a: ${'x'.repeat(200_000)}}\n`)

function pack(text: string, options: Partial<PackOptions> = {}): Pack {
  const made = packText(text, options)
  if (!made.ok) throw new Error('refused')
  return made.pack
}

function committed(text: string, options: Partial<PackOptions> = {}) {
  return readPack(renderPack(pack(text, options), { sources: [] }))
}

const namespace = (name: string) => `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n---\n`

const before = object('ConfigMap', 'same') + object('ConfigMap', 'other') + object('Service', 'old')
const after =
  object('ConfigMap', 'same') + object('ConfigMap', 'other', 'data: {a: b}\n') + object('Secret', 'new')

describe('diffPacks says', () => {
  test('what Reconcile does with objects that come, change and go', () => {
    const shared = { configMap: 'cni', strategy: 'Reconcile' }
    expect(diffPacks(committed(before), committed(after))).toEqual({
      changes: [
        {
          change: 'added',
          object: 'Secret ns/new',
          ...shared,
          effect: 'is created, or updated where it exists',
        },
        {
          change: 'changed',
          object: 'ConfigMap ns/other',
          ...shared,
          effect: 'is updated; fields that others set are removed',
        },
        {
          change: 'removed',
          object: 'Service ns/old',
          ...shared,
          effect: 'stays on every cluster that has it',
          command: 'kubectl delete services old --namespace ns',
        },
      ],
    })
  })

  test('that ApplyOnce brings nothing to clusters that have the pack', () => {
    const once = { strategy: 'ApplyOnce' } as const
    expect(
      diffPacks(committed(before, once), committed(after, once)).changes.map(({ effect }) => effect),
    ).toEqual([
      'is delivered only to clusters that get the pack later',
      'is delivered only to clusters that get the pack later',
      'stays on every cluster that has it',
    ])
  })

  test('that ApplyOnce brings a ConfigMap that was not there', () => {
    const once = { strategy: 'ApplyOnce' } as const
    const more =
      before +
      object('ConfigMap', 'x').replace(
        'namespace: ns',
        'namespace: ns, labels: {app.kubernetes.io/component: more}',
      )
    expect(
      diffPacks(committed(before, once), committed(more, once)).changes.map(({ effect }) => effect),
    ).toEqual(['is created where it does not exist'])
  })

  test('that a Namespace which is added reaches every cluster, though it is applied once', () => {
    const { changes } = diffPacks(committed(namespace('a')), committed(namespace('a') + namespace('b')))
    expect(changes.map(({ object: name, effect }) => [name, effect])).toEqual([
      ['Namespace b', 'is created where it does not exist'],
    ])
  })

  test('which versions a definition no longer serves', () => {
    const old = definition('Ship').replace('  versions:', '  versions:\n  - {name: v1beta1, served: true}')
    const { changes } = diffPacks(committed(old), committed(definition('Ship')))
    expect(changes.map(({ lostVersions }) => lostVersions)).toEqual([['v1beta1']])
  })

  test('how objects of a kind of the pack are removed', () => {
    const ship = 'apiVersion: example.com/v1\nkind: Ship\nmetadata: {name: mine, namespace: ns}\n---\n'
    const { changes } = diffPacks(committed(ship + definition('Ship')), committed(definition('Ship')))
    expect(changes.map(({ command }) => command)).toEqual([
      'kubectl delete ships.example.com mine --namespace ns',
    ])
  })

  test('nothing about objects that only moved to another ConfigMap', () => {
    const { changes } = diffPacks(
      committed(large('b') + large('c')),
      committed(large('a') + large('b') + large('c')),
    )
    expect(changes.map(({ change, object: name }) => [change, name])).toEqual([['added', 'ConfigMap ns/a']])
  })

  test('what goes along when a Namespace or a CustomResourceDefinition is removed', () => {
    const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: ns}\n---\n'
    const { changes } = diffPacks(committed(before + namespace + definition('Ship')), committed(before))
    expect(changes.map(({ command, takesAlong }) => [command, takesAlong])).toEqual([
      ['kubectl delete namespaces ns', 'everything in it'],
      [
        'kubectl delete customresourcedefinitions.apiextensions.k8s.io ships.example.com',
        'every object of its kind',
      ],
    ])
  })

  test('that a pack moves to another namespace, and whom its changes reach then', () => {
    const { move, changes } = diffPacks(committed(before), committed(after, { namespace: 'fleet' }))
    expect(move).toEqual({ from: 'default', to: 'fleet' })
    expect(changes.map(({ change, effect }) => [change, effect])).toEqual([
      ['added', 'is delivered to the clusters in namespace fleet'],
      ['changed', 'is delivered to the clusters in namespace fleet'],
      ['removed', 'stays on every cluster that has it'],
    ])
  })
})

describe('checkReplacement', () => {
  test('lets a pack of another namespace have what it likes: its ClusterResourceSets are others', () => {
    const moved = pack(before, { namespace: 'fleet', strategy: 'ApplyOnce' })
    expect(() => checkReplacement(committed(before), moved)).not.toThrow()
  })

  test('refuses a committed selector that is none', () => {
    const files = new Map(renderPack(pack(before), { sources: [] }))
    const sets = files.get('clusterresourcesets.yaml') ?? ''
    files.set('clusterresourcesets.yaml', sets.replace('"true"', '[1]'))
    expect(() => checkReplacement(readPack(files), pack(before))).toThrow(
      expect.objectContaining({
        code: 'BAD_PACK',
        message:
          'cannot read ClusterResourceSet cni: cannot read label selector: matchLabels[cni.fitout.dev/enabled] must be a string, found a list',
      }),
    )
  })

  test('lets content change', () => {
    expect(() => checkReplacement(committed(before), pack(after))).not.toThrow()
  })

  const refused = [
    {
      name: 'another strategy',
      given: { strategy: 'ApplyOnce' },
      want: 'cannot replace pack cni: ClusterResourceSet cni is committed with strategy Reconcile, which is immutable',
    },
    {
      name: 'another selector',
      given: { selector: { matchLabels: { a: 'b' }, matchExpressions: [] } },
      want: 'cannot replace pack cni: ClusterResourceSet cni is committed with selector cni.fitout.dev/enabled=true, which is immutable',
    },
  ] as const
  test.each(refused)('refuses $name, and says to use another name', ({ given, want }) => {
    expect(() => checkReplacement(committed(before), pack(before, given))).toThrow(
      expect.objectContaining({
        code: 'IMMUTABLE',
        message: want,
        fix: 'create it as pack cni-2 with the same sources; remove cni when its clusters have cni-2',
      }),
    )
  })
})
