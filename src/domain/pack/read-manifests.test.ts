import { describe, expect, test } from 'vitest'
import { describeManifest } from './manifest.ts'
import { formatProblem } from './pack-problem.ts'
import { readManifests } from './read-manifests.ts'

const object = (kind: string, name: string) => `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n`

describe('readManifests', () => {
  test('reads all objects of all sources in their order', () => {
    const { manifests, problems } = readManifests([
      { path: 'b.yaml', text: `${object('ConfigMap', 'b')}---\n# nothing\n---\n${object('Service', 'c')}` },
      {
        path: 'a.json',
        text: '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a", "namespace": "ns"}}',
      },
    ])
    expect(problems).toEqual([])
    expect(manifests.map(describeManifest)).toEqual(['ConfigMap b', 'Service c', 'Pod ns/a'])
  })

  test('takes lists apart, and says where an item stands', () => {
    const text = `apiVersion: v1\nkind: List\nitems:\n- ${object('Pod', 'a').replaceAll('\n', '\n  ')}\n- ${object('Pod', 'b').replaceAll('\n', '\n  ')}\n`
    const { manifests } = readManifests([{ path: 'list.yaml', text }])
    expect(manifests.map(one => [one.name, one.place()])).toEqual([
      ['a', { path: 'list.yaml', line: 4, column: 3 }],
      ['b', { path: 'list.yaml', line: 9, column: 3 }],
    ])
  })

  test('says where an object begins: below comments and separators', () => {
    const text = `# a comment\n---\n\n# Source: chart/templates/x.yaml\n${object('Pod', 'a')}`
    const { manifests } = readManifests([{ path: 'x.yaml', text }])
    expect(manifests[0]?.place()).toEqual({ path: 'x.yaml', line: 5, column: 1 })
  })

  const refused = [
    { name: 'an empty source', given: '', want: 'x.yaml:1:1: error: it contains no objects  EMPTY_SOURCE' },
    {
      name: 'a source of comments',
      given: '# nothing\n---\n# here\n',
      want: 'x.yaml:1:1: error: it contains no objects  EMPTY_SOURCE',
    },
    {
      name: 'a document that is a list',
      given: `${object('Pod', 'a')}---\n- a\n`,
      want: 'x.yaml:6:1: error: a document that is not an object  NOT_AN_OBJECT',
    },
    {
      name: 'an object without kind',
      given: 'apiVersion: v1\nmetadata: {name: a}\n',
      want: 'x.yaml:1:1: error: an object without kind  NOT_AN_OBJECT',
    },
    {
      name: 'an object without apiVersion',
      given: 'kind: Pod\nmetadata: {name: a}\n',
      want: 'x.yaml:1:1: error: an object without apiVersion  NOT_AN_OBJECT',
    },
    {
      name: 'an object without a name',
      given: 'apiVersion: v1\nkind: Pod\n',
      want: 'x.yaml:1:1: error: a Pod without metadata.name  NO_NAME',
    },
    {
      name: 'a name that is a number',
      given: 'apiVersion: v1\nkind: Pod\nmetadata: {name: 5}\n',
      want: 'x.yaml:1:1: error: a Pod whose metadata.name must be a string; put it in quotes  NO_NAME',
    },
    {
      name: 'a namespace that is a number',
      given: 'apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: 5}\n',
      want: 'x.yaml:1:1: error: a Pod whose metadata.namespace must be a string; put it in quotes  NO_NAMESPACE',
    },
    {
      name: 'a name that the server makes up',
      given: 'apiVersion: v1\nkind: Pod\nmetadata: {generateName: a-}\n',
      want: 'x.yaml:1:1: error: a Pod with metadata.generateName; every attempt would create a new one  NO_NAME',
    },
    {
      name: 'text behind a separator',
      given: `${object('Pod', 'a')}--- b\nc: 1\n`,
      want: 'x.yaml:5:5: error: text after the document separator: "b"  BAD_YAML',
    },
    {
      name: 'an item of a List that is no object',
      given: 'apiVersion: v1\nkind: List\nitems: [1]\n',
      want: 'x.yaml:3:9: error: an item of a List that is not an object  NOT_AN_OBJECT',
    },
  ]
  test.each(refused)('refuses $name', ({ given, want }) => {
    expect(readManifests([{ path: 'x.yaml', text: given }]).problems.map(formatProblem)).toEqual([want])
  })

  test('continues behind a wrong document, so that one run shows all that is wrong', () => {
    const text = `a: [\n---\n${object('Pod', 'a')}---\nb: {\n`
    const { manifests, problems } = readManifests([{ path: 'x.yaml', text }])
    expect(manifests.map(describeManifest)).toEqual(['Pod a'])
    expect(problems.map(({ code, place }) => [code, place.line])).toEqual([
      ['BAD_YAML', 2],
      ['BAD_YAML', 9],
    ])
  })

  test('warns of a key that is there twice, and takes the last, as Kubernetes does', () => {
    const text = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  name: b\n'
    const { manifests, problems } = readManifests([{ path: 'x.yaml', text }])
    expect(manifests.map(describeManifest)).toEqual(['Pod b'])
    expect(problems.map(({ severity, code, place }) => [severity, code, place.line])).toEqual([
      ['warning', 'DUPLICATE_KEY', 5],
    ])
  })

  const many = [
    {
      name: 'items of a List',
      given: `apiVersion: v1\nkind: List\nitems:\n${'- 1\n'.repeat(70_000)}`,
      line: 70_003,
    },
    { name: 'documents', given: 'a: 1\n---\n'.repeat(70_000), line: 139_999 },
  ]
  test.each(many)(
    'says of very many $name what is wrong, in the time that it takes to read them',
    ({ given, line }) => {
      const { problems } = readManifests([{ path: 'x.yaml', text: given }])
      expect([problems.length, problems.at(-1)?.place.line]).toEqual([70_000, line])
    },
  )
})
