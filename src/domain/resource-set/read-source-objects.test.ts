import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MIN_VALUE_BYTES, readSourceObjects } from './read-source-objects.ts'
import { SourceError } from './source-error.ts'
import { readSource } from './source.ts'

function read(data: Readonly<Record<string, string>>): readonly string[] {
  const source = readSource({ kind: 'ConfigMap', metadata: { name: 'pack' }, data })
  return readSourceObjects(source).map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`)
}

function errorOf(data: Readonly<Record<string, string>>, kind = 'ConfigMap'): unknown {
  try {
    readSourceObjects(readSource({ kind, metadata: { name: 'pack' }, data }))
    return undefined
  } catch (error) {
    return error
  }
}

function manifest(kind: string, name: string): string {
  return `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: demo\n`
}

const anError = errorOf({})
const padding = '# so that there are 32 bytes of it\n'

describe('readSourceObjects', () => {
  const cases = [
    {
      name: 'sorts kinds inside a value and keeps the order of the others',
      given: {
        all: [
          manifest('Service', 's'),
          manifest('Endpoints', 'e'),
          manifest('ConfigMap', 'b'),
          manifest('ConfigMap', 'a'),
          manifest('Namespace', 'demo'),
        ].join('---\n'),
      },
      want: [
        'Namespace demo/demo',
        'ConfigMap demo/b',
        'ConfigMap demo/a',
        'Service demo/s',
        'Endpoints demo/e',
      ],
    },
    {
      name: 'does not sort over the end of a value',
      given: { a: manifest('Deployment', 'app'), b: manifest('Namespace', 'demo') },
      want: ['Deployment demo/app', 'Namespace demo/demo'],
    },
    {
      name: 'passes over documents without content',
      given: {
        all: `---\n---\n# nothing\n---\n${manifest('Pod', 'a')}---\n\n--- # two\n${manifest('Pod', 'b')}---\n`,
      },
      want: ['Pod demo/a', 'Pod demo/b'],
    },
    { name: 'reads a value of comments as no objects', given: { all: padding }, want: [] },
    { name: 'keeps an object without fields', given: { all: `{} ${padding}` }, want: [' /'] },
    {
      name: 'does not open a List',
      given: { all: 'apiVersion: v1\nkind: List\nitems:\n- kind: Namespace\n' },
      want: ['List /'],
    },
    {
      name: 'reads a JSON list behind white space',
      given: { all: `\n\t [{"kind":"Pod","metadata":{"name":"a"}},{"kind":"Namespace"}]` },
      want: ['Namespace /', 'Pod /a'],
    },
    {
      name: 'takes null in a JSON list for an object without fields',
      given: { all: `[null]${' '.repeat(30)}` },
      want: [' /'],
    },
    {
      name: 'reads nothing, without a word, from a JSON list with a mistake',
      given: { all: '[{"kind":"Pod","metadata":{"name":"a"}},]' },
      want: [],
    },
    {
      name: 'reads nothing from a JSON list with an entry that is not an object',
      given: { all: '[{"kind":"Pod","metadata":{"name":"a"}}, 1]' },
      want: [],
    },
    {
      name: 'reads nothing from a JSON list with a number beyond float64',
      given: { all: '[{"kind":"Pod","metadata":{"name":"a"},"x":1e400}]' },
      want: [],
    },
    {
      name: 'reads nothing from a JSON list that is deeper than Go reads',
      given: { all: `[{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}]` },
      want: [],
    },
    {
      name: 'takes the last of two equal keys',
      given: { all: `metadata:\nkind: Pod\nmetadata: {name: last, namespace: demo}\n` },
      want: ['Pod demo/last'],
    },
  ]
  for (const { name, given, want } of cases) test(name, () => expect(read(given)).toEqual(want))

  const pod = manifest('Pod', 'a')
  const refused = [
    { name: 'no data', given: {}, code: 'NO_DATA', place: undefined },
    {
      name: 'an empty value beside a good one',
      given: { a: pod, b: '' },
      code: 'VALUE_TOO_SHORT',
      place: { key: 'b', line: 1, column: 1, offset: 0 },
    },
    {
      name: 'a value of 31 bytes',
      given: { a: '#'.repeat(31) },
      code: 'VALUE_TOO_SHORT',
      place: { key: 'a', line: 1, column: 1, offset: 0 },
    },
    {
      name: 'text behind a separator',
      given: { a: `${pod}--- next\n${pod}` },
      code: 'BAD_SEPARATOR',
      place: { key: 'a', line: 6, column: 5, offset: pod.length + 4 },
    },
    {
      name: 'a YAML list',
      given: { a: `${pod}---\n- ${padding}` },
      code: 'NOT_AN_OBJECT',
      place: { key: 'a', line: 7, column: 1, offset: pod.length + 4 },
    },
    {
      name: 'a JSON list behind 32 bytes of white space',
      given: { a: `${' '.repeat(32)}[{"kind":"Pod"}]` },
      code: 'NOT_AN_OBJECT',
      place: { key: 'a', line: 1, column: 1, offset: 0 },
    },
    {
      name: 'a wrong line in the second document, whose lines end with CRLF',
      given: { a: `${pod}---\nkind: Pod\r\nfoobar\r\n` },
      code: 'BAD_DOCUMENT',
      place: { key: 'a', line: 8, column: 1, offset: pod.length + 4 + 11 },
    },
  ]
  test.each([
    { name: 'more than a ConfigMap holds', given: { a: '#'.repeat(1024 * 1024 + 1) }, place: undefined },
    {
      name: 'too many documents in all values',
      given: { a: 'a: 1\n---\n'.repeat(6000), b: 'a: 1\n---\n'.repeat(6000) },
      place: { key: 'b', line: 8001, column: 1, offset: 36_000 },
    },
    {
      name: 'too many values of a document',
      given: { a: `a: [${'b,'.repeat(150_000)}]\n` },
      place: { key: 'a', line: 1, column: 159_999, offset: 159_998 },
    },
    {
      name: 'too many objects in a JSON list',
      given: { a: `[${'{},'.repeat(10_000)}{}]` },
      place: { key: 'a', line: 1, column: 1, offset: 0 },
    },
    {
      name: 'too many values in a JSON list',
      given: { a: `[{"a": [${'1,'.repeat(150_000)}1]}]` },
      place: { key: 'a', line: 1, column: 1, offset: 0 },
    },
  ])('refuses $name', ({ given, place }) => {
    expect(errorOf(given)).toMatchObject({ code: 'TOO_LARGE', place })
  })

  test('reads a million brackets as what Cluster API makes of them: nothing', () => {
    expect(read({ a: '['.repeat(1_000_000) })).toEqual([])
  })

  for (const { name, given, code, place } of refused) {
    test(`refuses a source with ${name}`, () => {
      const error = errorOf(given)
      expect(error).toBeInstanceOf(SourceError)
      expect(error).toMatchObject({ code, place })
    })
  }

  test('takes a value of 32 bytes', () => expect(read({ a: '#'.repeat(MIN_VALUE_BYTES) })).toEqual([]))

  test('refuses a Secret with bytes that are not UTF-8, and says where', () => {
    const bytes = Buffer.concat([Buffer.from(`${padding}ok: `), Buffer.from([0xff, 0x0a])])
    expect(errorOf({ a: bytes.toString('base64') }, 'Secret')).toMatchObject({
      code: 'NOT_UTF8',
      place: { key: 'a', line: 2, column: 5 },
    })
  })

  test('does not quote what a Secret holds', () => {
    for (const text of [`${padding}--- hunter2\n`, `${padding}*hunter2\n`, `${padding}a: 1\nhunter2\n`]) {
      const error = errorOf({ a: Buffer.from(text).toString('base64') }, 'Secret')
      expect(error).toBeInstanceOf(SourceError)
      expect(String(error)).not.toContain('hunter2')
    }
  })
})

describe('readSourceObjects, for any bytes,', () => {
  test('returns objects or throws its own error', () => {
    fc.assert(
      fc.property(fc.constantFrom('', '[', '---\n'), fc.uint8Array({ maxLength: 200 }), (start, bytes) => {
        const value = Buffer.concat([Buffer.from(start), bytes]).toString('base64')
        expect(errorOf({ a: value }, 'Secret') ?? anError).toBeInstanceOf(SourceError)
      }),
    )
  })
})
