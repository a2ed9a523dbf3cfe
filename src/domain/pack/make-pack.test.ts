import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSource } from '../resource-set/source.ts'
import { readSourceObjects } from '../resource-set/read-source-objects.ts'
import { hashSource } from '../resource-set/hash-source.ts'
import { sourceProblems } from '../resource-set/source-problems.ts'
import { readDocuments } from '../yaml/document/read-documents.ts'
import { writeDocuments } from '../yaml/document/join-documents.ts'
import { byteLength } from '../bytes/byte-length.ts'
import { describeManifest } from './manifest.ts'
import { formatProblem } from './pack-problem.ts'
import { readPack, unpack } from './read-pack.ts'
import { renderPack } from './render-pack.ts'
import { definition, packText } from '#test/domain/sample-pack.ts'

const object = (type: string, name: string, component = '') =>
  `apiVersion: ${type.slice(0, type.indexOf(' '))}
kind: ${type.slice(type.indexOf(' ') + 1)}
metadata:
  name: ${name}
  namespace: ns
  labels: {${component === '' ? '' : `app.kubernetes.io/component: "${component}"`}}
`

function layout(text: string, options: Parameters<typeof packText>[1] = {}) {
  const made = packText(text, options)
  if (!made.ok) throw new Error(made.problems.map(formatProblem).join('\n'))
  return made.pack.resourceSets.map(({ name, strategy, configMaps }) => ({
    set: `${name} ${strategy}`,
    configMaps: configMaps.map(configMap => [
      configMap.name,
      ...configMap.values.map(
        ({ key, manifests }) => `${key}: ${manifests.map(describeManifest).join(', ')}`,
      ),
    ]),
  }))
}

const everything = [
  object('example.com/v1 Ship', 'mine'),
  object('apps/v1 Deployment', 'web', 'web'),
  definition('Ship'),
  'apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration\nmetadata: {name: hook}\n',
  object('v1 ServiceAccount', 'web', 'web'),
  object('v1 ConfigMap', 'settings'),
  'apiVersion: v1\nkind: Namespace\nmetadata: {name: ns}\n',
].join('---\n')

describe('A pack', () => {
  test('applies namespaces first, then CRDs, objects, webhooks, and kinds of its own last', () => {
    expect(layout(everything)).toEqual([
      {
        set: 'cni.namespaces ApplyOnce',
        configMaps: [['cni.namespaces.ns', '00-namespaces.yaml: Namespace ns']],
      },
      {
        set: 'cni Reconcile',
        configMaps: [
          [
            'cni',
            '10-crds.yaml: CustomResourceDefinition ships.example.com',
            '20-objects.yaml: ConfigMap ns/settings',
            '30-webhooks.yaml: MutatingWebhookConfiguration hook',
          ],
          ['cni.web', '20-objects.yaml: ServiceAccount ns/web, Deployment ns/web'],
          ['cni.custom-resources', '40-custom-resources.yaml: Ship ns/mine'],
        ],
      },
    ])
  })

  test('has one ClusterResourceSet when everything is applied once', () => {
    expect(layout(everything, { strategy: 'ApplyOnce' }).map(({ set }) => set)).toEqual(['cni ApplyOnce'])
  })

  test('starts a ConfigMap where `kubectl apply` could not carry more, and keeps the order', () => {
    const text = ['Aa', 'Bb', 'Cc', 'Dd'].map(kind => definition(kind, { bytes: 100_000 })).join('---\n')
    expect(layout(text)).toEqual([
      {
        set: 'cni Reconcile',
        configMaps: [
          [
            'cni',
            '10-crds.yaml: CustomResourceDefinition aas.example.com, CustomResourceDefinition bbs.example.com',
          ],
          [
            'cni.2',
            '10-crds.yaml: CustomResourceDefinition ccs.example.com, CustomResourceDefinition dds.example.com',
          ],
        ],
      },
    ])
  })

  test('fills ConfigMaps up to what an API server takes when asked to', () => {
    const text = ['Aa', 'Bb', 'Cc', 'Dd'].map(kind => definition(kind, { bytes: 100_000 })).join('---\n')
    expect(layout(text, { apply: 'server-side' })[0]?.configMaps).toHaveLength(1)
  })

  test('has more ClusterResourceSets where one cannot list all ConfigMaps', () => {
    const text = Array.from({ length: 101 }, (_, index) =>
      object('v1 ConfigMap', `a${index}`, `part-${index}`),
    ).join('---\n')
    expect(layout(text).map(({ set, configMaps }) => [set, configMaps.length])).toEqual([
      ['cni Reconcile', 100],
      ['cni.2 Reconcile', 1],
    ])
  })

  test('keeps components apart from its own parts, whatever they are called', () => {
    const text = [
      'apiVersion: v1\nkind: Namespace\nmetadata: {name: ns}\n',
      object('v1 ConfigMap', 'a', '2'),
      object('v1 ConfigMap', 'b', 'Custom_Resources'),
      object('v1 ConfigMap', 'c', 'namespaces'),
      object('v1 ConfigMap', 'd', 'component-2'),
      object('v1 ConfigMap', 'e', 'x'.repeat(300)),
      object('example.com/v1 Ship', 'f'),
      definition('Ship', { bytes: 200_000 }),
      definition('Boat', { bytes: 200_000 }),
    ].join('---\n')
    expect(layout(text).flatMap(({ configMaps }) => configMaps)).toEqual([
      ['cni.namespaces.ns', '00-namespaces.yaml: Namespace ns'],
      ['cni', '10-crds.yaml: CustomResourceDefinition ships.example.com'],
      [
        'cni.2',
        '10-crds.yaml: CustomResourceDefinition boats.example.com',
        '20-objects.yaml: ConfigMap ns/e',
      ],
      ['cni.component-2', '20-objects.yaml: ConfigMap ns/a'],
      ['cni.component-custom-resources', '20-objects.yaml: ConfigMap ns/b'],
      ['cni.component-namespaces', '20-objects.yaml: ConfigMap ns/c'],
      ['cni.component-component-2', '20-objects.yaml: ConfigMap ns/d'],
      ['cni.custom-resources', '40-custom-resources.yaml: Ship ns/f'],
    ])
  })

  test('leaves descriptions out when asked to', () => {
    const made = packText(definition('Ship', { bytes: 1_000 }), { descriptions: 'strip' })
    expect(made.ok && made.pack.resourceSets[0]?.configMaps[0]?.values[0]?.text).not.toContain('xxx')
  })

  const sizes = [
    {
      name: 'that a CRD would fit without its descriptions',
      given: definition('Ship', { bytes: 300_000 }),
      want: 'CustomResourceDefinition ships.example.com has 300474 bytes as JSON; the limit of a ConfigMap for client-side `kubectl apply` is 258048',
      fix: '--strip-descriptions makes it 376 bytes',
    },
    {
      name: 'that only server-side apply can carry a large object',
      given: `${object('v1 ConfigMap', 'a')}data: {a: ${'x'.repeat(300_000)}}\n`,
      want: 'ConfigMap ns/a has 300100 bytes as JSON; the limit of a ConfigMap for client-side `kubectl apply` is 258048',
      fix: '--server-side allows it; then only server-side apply, as in Flux, can apply the pack',
    },
    {
      name: 'that nothing can carry a document of 2 MB',
      given: `${object('v1 ConfigMap', 'a')}data: {a: ${'x'.repeat(2_000_000)}}\n`,
      want: 'ConfigMap ns/a has 2000100 bytes as JSON; the limit of a ConfigMap for client-side `kubectl apply` is 258048',
      fix: 'it does not fit into a ConfigMap: make it smaller at its source, or install it with Flux',
    },
  ]
  test.each(sizes)('says $name', ({ given, want, fix }) => {
    const made = packText(given)
    expect(made.ok).toBe(false)
    expect(made.problems).toEqual([
      {
        severity: 'error',
        code: 'TOO_LARGE',
        place: { path: 'all.yaml', line: 1, column: 1 },
        message: want,
        fix,
      },
    ])
  })
})

describe('For any objects', () => {
  const names = fc.stringMatching(/^[a-z]{1,8}$/)
  // Also what the names of a pack are made of.
  const components = ['a', 'b', '2', 'namespaces', 'custom-resources', 'component-2', 'Namespaces_2', 'a-2']
  const value = fc.oneof(
    { weight: 8, arbitrary: fc.string({ unit: 'binary' }) },
    {
      weight: 8,
      arbitrary: fc.constantFrom('yes', '---', '${x}', '1:30', 'a\n---\nb\n', '<&>', ' x', '\tx\n'),
    },
    { weight: 8, arbitrary: fc.constantFrom(null, true, 12, 9223372036854775807n) },
    // Enough for some packs to need several ConfigMaps.
    { weight: 1, arbitrary: fc.constant('x\n'.repeat(9_000)) },
  )
  const objects = fc.uniqueArray(
    fc.record({
      apiVersion: fc.constant('v1'),
      kind: fc.constantFrom('ConfigMap', 'Service', 'Namespace'),
      metadata: fc.record({
        name: names,
        namespace: fc.constant('ns'),
        labels: fc.constantFrom(
          {},
          ...components.map(component => ({ 'app.kubernetes.io/component': component })),
        ),
      }),
      spec: fc.dictionary(fc.string(), value, { noNullPrototype: true, maxKeys: 3 }),
    }),
    { selector: ({ kind, metadata }) => `${kind}/${metadata.name}`, minLength: 1, maxLength: 12 },
  )

  test('Cluster API reads from a pack just what was packed, under the hash that was predicted', () => {
    fc.assert(
      fc.property(objects, given => {
        const made = packText(writeDocuments(given))
        if (!made.ok) throw new Error(made.problems.map(formatProblem).join('\n'))
        const files = renderPack(made.pack, { sources: [] })
        const hashes = made.pack.resourceSets.flatMap(set => set.configMaps.map(({ hash }) => hash))
        const configMaps = [...files]
          .filter(([file]) => file.startsWith('configmap-'))
          .map(([, text]) => readDocuments(text)[0]?.value)
        const sources = configMaps.map(readSource)
        expect(sources.flatMap(sourceProblems)).toEqual([])
        expect(sources.map(hashSource).toSorted()).toEqual(hashes.toSorted())
        const applied = sources.flatMap(source => readSourceObjects(source).map(({ content }) => content))
        expect(applied).toHaveLength(given.length)
        expect(applied).toEqual(expect.arrayContaining(given))
        // What kubectl would keep in an annotation.
        const kept = configMaps.map(configMap => byteLength(JSON.stringify(configMap, big)))
        expect(Math.max(...kept)).toBeLessThan(262_144)
      }),
      { numRuns: 25 },
    )
  })

  test('unpacking and packing again changes nothing', () => {
    fc.assert(
      fc.property(objects, given => {
        const first = packText(writeDocuments(given))
        if (!first.ok) throw new Error('refused')
        const files = renderPack(first.pack, { sources: [] })
        const again = packText(unpack(readPack(files)).join('---\n'))
        if (!again.ok) throw new Error('refused')
        expect(renderPack(again.pack, { sources: [] })).toEqual(files)
      }),
      { numRuns: 25 },
    )
  })
})

function big(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
