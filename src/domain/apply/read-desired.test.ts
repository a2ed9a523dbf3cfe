import { describe, expect, test } from 'vitest'
import { formatApplyProblem } from './apply-problem.ts'
import { type DesiredText, readDesired } from './read-desired.ts'

const blue = { cluster: 'blue', owner: 'kube-system/blue' }
const own = (text: string, path = 'clusters/blue/a.yaml'): DesiredText => ({ path, text, isShared: false })
const shared = (text: string): DesiredText => ({
  path: 'clusters/flux-common/blue-x.yaml',
  text,
  isShared: true,
})
const map = (more = '', name = 'a'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: default${more}}\n`

const namesIn = (texts: readonly DesiredText[]) =>
  readDesired(texts, blue).objects.map(({ manifest }) => `${manifest.kind} ${manifest.name}`)

const digestOf = (text: string) => readDesired([own(text)], blue).objects[0]?.digest

describe('What shall be on a cluster', () => {
  test('is put in the order of application: namespaces, CRDs, objects, custom resources', () => {
    const texts = [
      own('apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w, namespace: x}\n'),
      own(`${map()}---\napiVersion: v1\nkind: Namespace\nmetadata: {name: x}\n`, 'b.yaml'),
      own(
        'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.example.com}\nspec: {group: example.com, scope: Namespaced, names: {kind: Widget}}\n',
        'c.yaml',
      ),
    ]
    expect(namesIn(texts)).toEqual([
      'Namespace x',
      'CustomResourceDefinition widgets.example.com',
      'ConfigMap a',
      'Widget w',
    ])
  })

  test('has of a shared folder what names the cluster, by label or annotation', () => {
    const texts = [
      shared(map(', labels: {fitout.dev/cluster: blue}', 'labelled')),
      shared(map(', annotations: {fitout.dev/cluster: blue}', 'annotated')),
      shared(map(', labels: {fitout.dev/cluster: blue-x}', 'of-another')),
    ]
    expect(namesIn(texts)).toEqual(['ConfigMap labelled', 'ConfigMap annotated'])
  })

  test('carries who applied it, and keeps its other annotations', () => {
    const { objects } = readDesired([own(map(', annotations: {a: b}'))], blue)
    expect(objects[0]?.content['metadata']).toEqual({
      name: 'a',
      namespace: 'default',
      annotations: { a: 'b', 'fitout.dev/applied-by': 'kube-system/blue' },
    })
  })

  test('has a digest that depends on all fields, and not on their order', () => {
    const one = `${map()}data: {a: "1", b: "2"}\n`
    expect(digestOf(one)).toMatch(/^[0-9a-f]{32}$/)
    expect(digestOf(`${map()}data: {b: "2", a: "1"}\n`)).toBe(digestOf(one))
    expect(digestOf(`${map()}data: {a: "1", b: "3"}\n`)).not.toBe(digestOf(one))
  })

  test('has no digest of a Secret: it would tell whoever guesses the value', () => {
    const secret = `${map().replace('ConfigMap', 'Secret')}stringData: {a: b}\n`
    expect(readDesired([own(secret)], blue).objects[0]?.digest).toBeUndefined()
  })

  test('has the texts of a Secret as bytes, so that a key that is removed goes', () => {
    const secret = `${map().replace('ConfigMap', 'Secret')}data: {a: eA==, b: eQ==}\nstringData: {b: "é", c: z}\n`
    const { content } = readDesired([own(secret)], blue).objects[0] ?? {}
    expect([content?.['data'], content?.['stringData']]).toEqual([
      { a: 'eA==', b: 'w6k=', c: 'eg==' },
      undefined,
    ])
  })

  test('has what is no mapping as it is, so that the server refuses it and nothing is emptied in silence', () => {
    const secret = `${map(', annotations: [x]').replace('ConfigMap', 'Secret')}stringData: x\n`
    const { content } = readDesired([own(secret)], blue).objects[0] ?? {}
    expect(content).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'a', namespace: 'default', annotations: ['x'] },
      stringData: 'x',
    })
  })

  test('may be a file in which all is commented out', () => {
    expect(readDesired([own('# nothing\n')], blue)).toEqual({ objects: [], problems: [] })
  })
})

describe('What cannot be applied', () => {
  const cases = [
    { name: 'no YAML', texts: [own('a: [')], want: ['clusters/blue/a.yaml:1:5: error:', 'BAD_YAML'] },
    {
      name: 'a password that begins with a star and has no quotes, which is not shown',
      texts: [own(`${map().replace('ConfigMap', 'Secret')}stringData: {a: *hunter2}\n`)],
      want: ['error: an alias for an anchor that is not defined before it  BAD_YAML'],
    },
    {
      name: 'the values of a chart',
      texts: [own('replicas: 3\n')],
      want: ['clusters/blue/a.yaml:1:1: error: an object without apiVersion', 'NOT_AN_OBJECT'],
    },
    {
      name: 'an object of nobody in a shared folder',
      texts: [shared(map())],
      want: [
        'clusters/flux-common/blue-x.yaml:1:1: error: ConfigMap default/a is in a folder of all clusters, and has no label for its cluster',
        'NO_CLUSTER',
        'fix: give it the label fitout.dev/cluster with the name of its cluster',
      ],
    },
    {
      name: 'an object of another cluster in our folder',
      texts: [own(map(', labels: {fitout.dev/cluster: green}'))],
      want: ['its fitout.dev/cluster is "green"', 'OTHER_CLUSTER'],
    },
    {
      name: 'the same object twice',
      texts: [own(map()), own(map(), 'clusters/blue/b.yaml')],
      want: [
        'clusters/blue/b.yaml:1:1: error: ConfigMap default/a is defined twice; the first is in clusters/blue/a.yaml:1:1',
        'DUPLICATE_OBJECT',
      ],
    },
    {
      name: 'what SOPS has encrypted',
      texts: [own(`${map()}sops: {mac: x}\n`)],
      want: ['ConfigMap default/a is encrypted with SOPS', 'ENCRYPTED', 'sops -d'],
    },
    {
      name: 'what was read from a server',
      texts: [own(map(', resourceVersion: "3"'))],
      want: ['ConfigMap default/a has metadata.resourceVersion, which only a server sets', 'SERVER_FIELD'],
    },
    {
      name: 'a number that JSON cannot carry',
      texts: [own(`${map()}data: {a: [9223372036854775807]}\n`)],
      want: ['ConfigMap default/a has a number beyond 2^53', 'NUMBER_TOO_LARGE'],
    },
    {
      name: 'a namespaced object without a namespace',
      texts: [own('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n')],
      want: ['ConfigMap a has no metadata.namespace', 'NO_NAMESPACE', 'fix: set metadata.namespace'],
    },
    {
      name: 'a namespace on what has none',
      texts: [own('apiVersion: v1\nkind: Namespace\nmetadata: {name: a, namespace: b}\n')],
      want: ['Namespace b/a has metadata.namespace, but Namespace is cluster-scoped', 'NO_NAMESPACE'],
    },
    {
      name: 'an object that would be recreated each time',
      texts: [own('apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: a-, namespace: b}\n')],
      want: ['a Job with metadata.generateName; every attempt would create a new one', 'NO_NAME'],
    },
  ]
  test.for(cases)('$name', ({ texts, want }) => {
    const { objects, problems } = readDesired(texts, blue)
    const said = problems.map(formatApplyProblem).join('\n')
    expect([objects, problems.length]).toEqual([[], 1])
    for (const part of want) expect(said).toContain(part)
  })

  test('a key that comes twice is only warned of', () => {
    const { objects, problems } = readDesired([own(`${map()}data: {a: "1"}\ndata: {a: "2"}\n`)], blue)
    expect([objects.length, problems.map(({ severity, code }) => [severity, code])]).toEqual([
      1,
      [['warning', 'DUPLICATE_KEY']],
    ])
  })
})
