import { describe, expect, test } from 'vitest'
import { readDocuments } from './document/read-documents.ts'
import { MAX_DOCUMENTS, documentsIn, splitDocuments } from './document/split-documents.ts'
import { MAX_DOCUMENT_LENGTH, MAX_LINES, MAX_NODES, NodeBudget } from './parse/node-budget.ts'
import { readGoYaml } from './read-go-yaml.ts'

describe('readGoYaml', () => {
  const taken = [
    { name: 'as many characters as there may be', given: `a: ${'x'.repeat(MAX_DOCUMENT_LENGTH - 3)}` },
    { name: 'as many lines', given: `${'\n'.repeat(MAX_LINES - 1)}a: 1\n` },
    { name: 'as many keys and values', given: `[${'a,'.repeat(MAX_NODES - 1)}]` },
    { name: 'a dense definition', given: `a:\n${'  - type: string # what it is for\n'.repeat(26_000)}` },
  ]
  test.each(taken)('takes $name', ({ given }) => expect(() => readGoYaml(given)).not.toThrow())

  const refused = [
    {
      name: 'one character more',
      given: `a: ${'x'.repeat(MAX_DOCUMENT_LENGTH - 2)}`,
      want: ['TOO_LARGE', 1, MAX_DOCUMENT_LENGTH + 1],
    },
    {
      name: 'one line more',
      given: `${'\n'.repeat(MAX_LINES)}a: 1\n`,
      want: ['TOO_LARGE', MAX_LINES + 1, 5],
    },
    {
      name: 'one value more',
      given: `[${'a,'.repeat(MAX_NODES)}]`,
      want: ['TOO_MANY_NODES', 1, 2 * MAX_NODES],
    },
    {
      name: 'empty values',
      given: `{${'a,'.repeat(MAX_NODES)}}`,
      want: ['TOO_MANY_NODES', 1, MAX_NODES + 1],
    },
    { name: 'lists in a row', given: '- []\n'.repeat(MAX_NODES), want: ['TOO_MANY_NODES', MAX_NODES, 3] },
    {
      name: 'pairs in a list',
      given: `[${'a: b,'.repeat(MAX_NODES)}]`,
      want: ['TOO_MANY_NODES', 1, 133_332],
    },
    { name: 'many tags', given: '- !!int 1\n'.repeat(20_000), want: ['TOO_MANY_NODES', 8_889, 9] },
    { name: 'a long tag', given: `- !!${'a'.repeat(1025)} b`, want: ['TOO_LARGE', 1, 5] },
    { name: 'a long anchor', given: `- &${'a'.repeat(1025)} b`, want: ['TOO_LARGE', 1, 4] },
    {
      name: 'many numbers as keys',
      given: Array.from({ length: 20_001 }, (_, key) => `${key}: x\n`).join(''),
      want: ['TOO_MANY_NODES', 20_001, 1],
    },
    {
      name: 'merge keys that copy much',
      given: `- &a {${Array.from({ length: 1000 }, (_, key) => `k${key}: 1`).join(', ')}}\n${'- <<: *a\n'.repeat(51)}`,
      want: ['TOO_MANY_NODES', 52, 3],
    },
  ]
  test.each(refused)('refuses $name', ({ given, want: [code, line, column] }) => {
    expect(() => readGoYaml(given)).toThrow(expect.objectContaining({ code, line, column }))
  })

  test('counts the documents together that share a budget', () => {
    const budget = new NodeBudget()
    const half = `[${'a,'.repeat(MAX_NODES / 2)}]`
    readGoYaml(half, budget)
    expect(() => readGoYaml(half, budget)).toThrow(expect.objectContaining({ code: 'TOO_MANY_NODES' }))
  })

  test('joins the pieces of a long scalar in their order', () => {
    const words = Array.from({ length: 20_000 }, (_, number) => `w${number}`)
    expect(readGoYaml(`"${words.join('\n')}"`)).toBe(words.join(' '))
    expect(readGoYaml(words.join('\n'))).toBe(words.join(' '))
    expect(readGoYaml(`|\n${words.map(word => ` ${word}\n`).join('')}`)).toBe(`${words.join('\n')}\n`)
    expect(readGoYaml(`"${words.join('\u2028\n\u2028')}"`)).toBe(words.join('\u2028\n\u2028'))
  })
})

describe('a text of many documents', () => {
  const documents = 'a: 1\n---\n'

  test('is split at once up to a limit', () => {
    expect(splitDocuments(documents.repeat(MAX_DOCUMENTS))).toHaveLength(MAX_DOCUMENTS)
    expect(() => splitDocuments(documents.repeat(MAX_DOCUMENTS + 1))).toThrow(
      expect.objectContaining({ code: 'TOO_MANY_DOCUMENTS', line: 2 * MAX_DOCUMENTS + 1, column: 1 }),
    )
  })

  test('is split and read without limit document by document', () => {
    let found = 0
    for (const { text } of documentsIn(documents.repeat(MAX_DOCUMENTS + 1))) if (text === 'a: 1\n') found++
    expect(found).toBe(MAX_DOCUMENTS + 1)
    expect(readDocuments(documents.repeat(MAX_DOCUMENTS + 1))).toHaveLength(MAX_DOCUMENTS + 1)
  })

  test('has no document that is too long', () => {
    expect(() => splitDocuments(`a: 1\n---\n${'#'.repeat(MAX_DOCUMENT_LENGTH + 1)}`)).toThrow(
      expect.objectContaining({ code: 'TOO_LARGE', line: 3, column: MAX_DOCUMENT_LENGTH + 1 }),
    )
  })
})
