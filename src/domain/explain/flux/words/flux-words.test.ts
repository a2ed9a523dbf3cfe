import { describe, expect, test } from 'vitest'
import { chartWords } from './chart-words.ts'
import { fill, innermost, readWords } from './flux-words.ts'
import { gitWords } from './git-words.ts'
import { helmWords } from './helm-words.ts'
import { kustomizeWords } from './kustomize-words.ts'
import { reachWords } from './reach-words.ts'
import { secretWords } from './secret-words.ts'
import { verifyWords } from './verify-words.ts'

const tables = { chartWords, gitWords, helmWords, kustomizeWords, reachWords, secretWords, verifyWords }

describe('Every entry is found by the words that it was written for, and no earlier one takes them:', () => {
  for (const [name, table] of Object.entries(tables)) {
    test.for(table)(`${name}: $example`, entry => {
      const [kind = ''] = entry.kinds ?? []
      expect(readWords(entry.example, table, kind)?.found.example).toBe(entry.example)
    })
  }
})

test('What the words name stands in the sentence', () => {
  const meaning = readWords(`lookup git.example.com: no such host`, reachWords, 'GitRepository')
  expect(meaning && fill(meaning.found.sentence, meaning.named)).toBe(
    'cannot be fetched: host "git.example.com" does not resolve',
  )
})

test('What is not known stays out', () => {
  expect(fill('{a} and {b}', { a: 'one' })).toBe('one and ')
})

describe('Of an error that is made of others', () => {
  const cases = [
    { name: 'all is kept if it fits', given: 'a: b: c', room: 20, want: 'a: b: c' },
    {
      name: 'the innermost is kept that fits',
      given: 'the outermost words: what was in them: the innermost words',
      room: 40,
      want: 'what was in them: the innermost words',
    },
    {
      name: 'an end that says nothing by itself is not left alone',
      given: 'failed to read the body of the answer: EOF',
      room: 10,
      want: 'failed to read the body of the answer: EOF',
    },
  ]
  for (const { name, given, room, want } of cases) {
    test(name, () => expect(innermost(given, room)).toBe(want))
  }
})
