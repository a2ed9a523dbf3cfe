import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBinding } from '../../src/domain/resource-set/binding.ts'
import { hashSource } from '../../src/domain/resource-set/hash-source.ts'
import { digestSource } from '../../src/domain/resource-set/digest-source.ts'
import { judgeResourceSet } from '../../src/domain/resource-set/judge-resource-set.ts'
import { readSourceObjects } from '../../src/domain/resource-set/read-source-objects.ts'
import { readResourceSet } from '../../src/domain/resource-set/resource-set.ts'
import { readSource } from '../../src/domain/resource-set/source.ts'
import type { KubeObject } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import { aConfigMap, aNamespace, aResourceSet, aSecret, manifests } from './cluster-resource-set/build.ts'
import { Scene, bindingRef, setRef } from './cluster-resource-set/scene.ts'
import { sharedCluster, sharedLab } from './shared-lab.ts'

// The same sources go through our rules and through the real ClusterResourceSet controller, each with a set of its own.
const yaml = (name: string, rest = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: default\n${rest}`

const account = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace: 'default' },
})

const sources: readonly KubeObject[] = [
  aConfigMap('one-document', { a: yaml('one-document-object') }),
  aConfigMap('windows-lines', {
    a: `${yaml('windows-1')}---\n${yaml('windows-2')}`.replaceAll('\n', '\r\n'),
  }),
  aConfigMap('many-documents', {
    a: `---\n# first\n${yaml('many-1')}---\n---\n# nothing\n---\n${yaml('many-2', 'data: {a: "1"}\n')}...\n`,
  }),
  aConfigMap('json-list', { a: JSON.stringify([aConfigMap('json-list-1'), account('json-list-2')]) }),
  aConfigMap('json-object', { a: JSON.stringify(aConfigMap('json-object-1')) }),
  aConfigMap('kinds-out-of-order', {
    a: manifests(
      account('unsorted-a'),
      aConfigMap('unsorted-b'),
      aNamespace('unsorted-c'),
      aConfigMap('unsorted-d'),
    ),
  }),
  aConfigMap('keys-out-of-order', {
    b: yaml('keys-1'),
    '9': yaml('keys-2'),
    '10': yaml('keys-3'),
    B: yaml('keys-4'),
  }),
  aConfigMap('letters-of-the-world', { a: yaml('letters', 'data: {text: "grün 🚢"}\n') }),
  aConfigMap('only-comments', { a: '# nothing but a comment, and that for 40 bytes' }),
  aConfigMap('one-byte-short', { a: '#'.repeat(31) }),
  aConfigMap('not-yaml', { a: 'this: is: not: yaml, whatever one may think of it' }),
  aConfigMap('no-kind', { a: 'apiVersion: v1\nmetadata: {name: no-kind, namespace: default}\n' }),
  aConfigMap('no-values', {}),
  aSecret('typed-secret', { a: yaml('typed-secret-object') }),
  aSecret('untyped-secret', { a: yaml('untyped-secret-object') }, 'Opaque'),
]

let scene: Scene
beforeAll(async () => {
  scene = new Scene(sharedLab(), await sharedCluster('blue'))
  await scene.select('rules')
  for (const source of sources) {
    await scene.create(source, aResourceSet(source.metadata.name, [source], { label: 'rules' }))
  }
})
afterAll(() => scene?.unselectAll())

test.for(sources.map(source => [source.metadata.name, source] as const))(
  '%s: the controller does what our rules say',
  async ([name, given]) => {
    const source = readSource(await scene.management.get(given))
    const real = await outcome(name)
    expect(real).toEqual(predicted(source))
    const { verdict } = judgeResourceSet({
      resourceSet: readResourceSet(await scene.management.get(setRef(name))),
      cluster: { name: 'blue', namespace: 'default', labels: { rules: 'on' }, isBeingDeleted: false },
      sources: [digestSource(source)],
      binding: readBinding(await scene.management.get(bindingRef('blue'))),
    })
    expect(verdict).toBe(real.applied === true ? 'applied' : 'open')
  },
)

interface Outcome {
  /** As in the binding; undefined when the source has no entry there. */
  readonly applied: boolean | undefined
  readonly hash: string | undefined
  /** The objects that were created, in the order of their creation. */
  readonly order: readonly string[]
}

function predicted(source: ReturnType<typeof readSource>): Outcome {
  if (source.type === 'Opaque') return { applied: undefined, hash: undefined, order: [] }
  try {
    const objects = readSourceObjects(source)
    // It is read and hashed, but there is nowhere to send an object without a kind.
    if (objects.some(({ kind }) => kind === ''))
      return { applied: false, hash: hashSource(source), order: [] }
    return {
      applied: true,
      hash: hashSource(source),
      order: objects.map(({ kind, name }) => `${kind} ${name}`),
    }
  } catch {
    return { applied: false, hash: undefined, order: [] }
  }
}

async function outcome(name: string): Promise<Outcome> {
  const entry = await until(`${name} is tried`, async () => {
    if ((await scene.state(name)) === 'False/WrongSecretType') return { resources: [] }
    const found = await scene.entry(name)
    return found?.resources && found
  })
  const [resource] = entry.resources ?? []
  return { applied: resource?.applied, hash: resource?.hash, order: resource?.applied ? createdBy(name) : [] }
}

// No two sources have an object in common, so the names tell whose it was.
function createdBy(source: string): string[] {
  const names = new Set(objectNames(source))
  return scene
    .requests('create')
    .filter(({ responseStatus }) => responseStatus?.code === 201)
    .map(({ requestObject }) => requestObject as KubeObject)
    .filter(({ kind, metadata }) => names.has(`${kind} ${metadata?.name}`))
    .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
}

function objectNames(name: string): readonly string[] {
  const given = sources.find(({ metadata }) => metadata.name === name)
  return given
    ? predicted(readSource({ ...given, metadata: { ...given.metadata, creationTimestamp: '' } })).order
    : []
}
