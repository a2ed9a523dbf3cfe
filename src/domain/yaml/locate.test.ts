import { describe, expect, test } from 'vitest'
import { splitDocuments } from './document/split-documents.ts'
import { locate, locatorOf } from './locate.ts'

const text = `# head
spec:
  list:
  - name: a
  - name: b
    "quoted": |
      text
  base: &base {x: 1}
  merged:
    <<: *base
    y: 2
  alias: *base
  empty:
`

describe('locate', () => {
  const cases = [
    { name: 'finds the document', given: [], want: [2, 1] },
    { name: 'finds a mapping by its first key', given: ['spec'], want: [3, 3] },
    { name: 'finds a value in a list', given: ['spec', 'list', 1, 'name'], want: [5, 11] },
    { name: 'finds a block scalar by its header', given: ['spec', 'list', 1, 'quoted'], want: [6, 15] },
    { name: 'follows an alias', given: ['spec', 'alias', 'x'], want: [8, 19] },
    { name: 'follows a merge key', given: ['spec', 'merged', 'x'], want: [8, 19] },
    { name: 'finds a value that was left out behind its colon', given: ['spec', 'empty'], want: [13, 9] },
  ]
  test.each(cases)('$name', ({ given, want }) => {
    const position = locate(text, given)
    expect([position?.line, position?.column]).toEqual(want)
  })

  test('finds keys', () =>
    expect(locate(text, ['spec', 'list', 1, 'quoted'], 'key')).toMatchObject({ line: 6, column: 5 }))

  test('finds nothing where there is nothing', () => {
    const paths = [
      ['nope'],
      ['spec', 'list', 9],
      ['spec', 'list', 'name'],
      ['spec', 'empty', 'x'],
      ['spec', 0, 'x'],
    ]
    expect(paths.map(path => locate(text, path))).toEqual(paths.map(() => undefined))
    expect(locate('# nothing\n', [])).toBeUndefined()
  })

  test('finds the last of equal keys, which is the one that counts', () => {
    expect(locate('a: 1\na: 2\n', ['a'])).toMatchObject({ line: 2 })
  })

  test('is not led in circles by merge keys', () => {
    const lines = ['m0: &m0 {a: 1}']
    for (let level = 1; level < 5000; level++)
      lines.push(`m${level}: &m${level} {<<: [*m${level - 1}, *m${level - 1}]}`)
    expect(() => locate(lines.join('\n'), ['m4999', 'b'])).not.toThrow()
  })
})

test('locatorOf finds places of a document in the whole text', () => {
  const whole = 'a: 1\r\n---\r\nb:\r\n  c: 2\r\n'
  const document = splitDocuments(whole)[1]
  expect(locatorOf(whole, document)(['b', 'c'])).toEqual({ line: 4, column: 6, offset: whole.indexOf('2') })
})
