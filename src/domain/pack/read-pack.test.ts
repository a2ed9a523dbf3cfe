import { describe, expect, test } from 'vitest'
import { filesInRecord, readPack, unpack } from './read-pack.ts'
import { renderPack } from './render-pack.ts'
import { packText } from '#test/domain/sample-pack.ts'

const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: ns\n'

function files(): Map<string, string> {
  const made = packText(`${text}---\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: ns\n`)
  if (!made.ok) throw new Error('refused')
  return new Map(renderPack(made.pack, { sources: [] }))
}

describe('readPack', () => {
  test('finds what a pack holds, in the order of application', () => {
    expect(unpack(readPack(files()))).toEqual([
      'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ns\n',
      text,
    ])
  })

  test('knows from the record which files are the pack', () => {
    expect(filesInRecord(files().get('pack.yaml') ?? '')).toEqual([
      'configmap-cni.namespaces.ns.yaml',
      'configmap-cni.yaml',
      'clusterresourcesets.yaml',
      'kustomization.yaml',
    ])
    expect(filesInRecord('a: [')).toEqual([])
    expect(filesInRecord('files: [a]')).toEqual([])
  })

  test('refuses to unpack a ConfigMap that was edited into something else', () => {
    const changed = files()
    const configMap = changed.get('configmap-cni.yaml') ?? ''
    changed.set(
      'configmap-cni.yaml',
      configMap.replace('  20-objects.yaml: |\n', '  20-objects.yaml: |\n    --- x\n'),
    )
    expect(() => unpack(readPack(changed))).toThrow(
      expect.objectContaining({
        code: 'BAD_PACK',
        message: 'cannot read ConfigMap cni:1:5: text after the document separator: "x"',
      }),
    )
  })

  const refused = [
    {
      name: 'no record',
      change: { 'pack.yaml': undefined },
      want: 'cannot read pack: there is no pack.yaml',
    },
    {
      name: 'a record of something else',
      change: { 'pack.yaml': 'kind: Unpack\n' },
      want: 'cannot read pack/pack.yaml: it is not of kind Pack',
    },
    {
      name: 'a file that is not YAML',
      change: { 'configmap-cni.yaml': 'a: [\n' },
      want: 'cannot read pack/configmap-cni.yaml:2:1: expected a value',
    },
    {
      name: 'a ConfigMap that is gone',
      change: { 'configmap-cni.yaml': undefined },
      want: 'cannot read pack: ClusterResourceSet cni lists ConfigMap cni, which does not exist',
    },
    {
      name: 'a set that Cluster API could not read',
      change: { 'clusterresourcesets.yaml': 'kind: ClusterResourceSet\nmetadata: {name: cni}\nspec: 7\n' },
      want: 'cannot read pack: cannot read ClusterResourceSet: spec must be an object',
    },
  ]
  test.each(refused)('refuses $name', ({ change, want }) => {
    const changed = files()
    for (const [file, content] of Object.entries(change)) {
      if (content === undefined) changed.delete(file)
      else changed.set(file, content)
    }
    expect(() => readPack(changed)).toThrow(expect.objectContaining({ code: 'BAD_PACK', message: want }))
  })
})
