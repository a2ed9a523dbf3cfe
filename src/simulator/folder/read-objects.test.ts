import { describe, expect, test } from 'vitest'
import { readObjects } from './read-objects.ts'

const names = (text: string) =>
  readObjects([{ path: 'a.yaml', text }]).objects.map(({ object }) => object.metadata.name)

const object = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`

describe('of a text', () => {
  const cases = [
    { name: 'every object is found', given: `${object('a')}---\n${object('b')}`, want: ['a', 'b'] },
    { name: 'empty documents are passed over', given: `# soon\n---\n${object('a')}---\n`, want: ['a'] },
    { name: 'a list of patches is passed over', given: '- op: remove\n  path: /spec\n', want: [] },
    { name: 'the values of a chart are passed over', given: 'replicas: 2\n', want: [] },
    {
      name: 'JSON is read, too',
      given: JSON.stringify({ apiVersion: 'v1', kind: 'X', metadata: { name: 'j' } }),
      want: ['j'],
    },
  ]
  test.for(cases)('$name', ({ given, want }) => expect(names(given)).toEqual(want))
})

test('what cannot be read is located in its file, and other documents are still read', () => {
  const text = `${object('a')}---\nkind: [oops\n---\n${object('b')}---\na: 1\na: 2\n`
  const { objects, problems } = readObjects([
    { path: 'fleet/a.yaml', text },
    { path: 'fleet/b.yaml', text: `${object('c')}--- x\n` },
  ])
  expect(objects.map(one => one.object.metadata.name)).toEqual(['a', 'b'])
  expect(problems.map(({ code, at }) => `${code} ${at}`)).toEqual([
    'BAD_YAML fleet/a.yaml:6:1',
    'BAD_YAML fleet/a.yaml:12:1',
    'BAD_YAML fleet/b.yaml:4:5',
  ])
})

test('a field is located, and of one that is not there what would hold it', () => {
  const text = `# first\n---\napiVersion: v1\nkind: X\nmetadata:\n  name: a\nspec:\n  steps: [{name: b}]\n`
  const [found] = readObjects([{ path: 'a.yaml', text }]).objects
  expect(found?.at()).toBe('a.yaml:3:1')
  expect(found?.at(['spec', 'steps', 0, 'name'])).toBe('a.yaml:8:18')
  expect(found?.at(['spec', 'steps', 0, 'name'], 'key')).toBe('a.yaml:8:12')
  expect(found?.at(['spec', 'steps', 0, 'proof', 'preset'])).toBe('a.yaml:8:11')
})
