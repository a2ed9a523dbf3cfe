import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repositoryRecordOf } from './written-record.ts'
import { mergeText } from './merge-text.ts'
import { mergeTree } from './merge-tree.ts'

describe('mergeText', () => {
  const base = 'a\nb\nc\nd\ne\n'
  const cases = [
    { name: 'a change of Fitout alone', ours: base, theirs: 'a\nB\nc\nd\ne\n', want: 'a\nB\nc\nd\ne\n' },
    { name: 'a change of a person alone', ours: 'a\nb\nc\nd\nE\n', theirs: base, want: 'a\nb\nc\nd\nE\n' },
    {
      name: 'changes of both in two places',
      ours: 'A\nb\nc\nd\ne\n',
      theirs: 'a\nb\nc\nd\nE\n',
      want: 'A\nb\nc\nd\nE\n',
    },
    {
      name: 'the same change by both',
      ours: 'a\nX\nc\nd\ne\n',
      theirs: 'a\nX\nc\nd\ne\n',
      want: 'a\nX\nc\nd\ne\n',
    },
    {
      name: 'two changes of one line, marked',
      ours: 'a\nmine\nc\nd\ne\n',
      theirs: 'a\nits\nc\nd\ne\n',
      want: 'a\n<<<<<<< yours\nmine\n=======\nits\n>>>>>>> fitout\nc\nd\ne\n',
    },
  ]
  test.each(cases)('takes $name', ({ ours, theirs, want }) => {
    expect(mergeText({ base, ours, theirs }).text).toBe(want)
  })

  // Lines of a few words, so that both sides often change the same ones.
  const lines = fc.array(fc.constantFrom<string>('x', 'y', 'z', '- a', '- b'), { maxLength: 12 })
  const person = fc.array(
    fc.record({
      at: fc.nat(14),
      remove: fc.nat(2),
      add: fc.array(
        fc.integer().map(n => `person ${n}`),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 4 },
  )

  test('loses no line that a person wrote, whatever Fitout changes', () => {
    fc.assert(
      fc.property(lines, lines, person, (was, is, edits) => {
        const ours = edits.reduce((text, { at, remove, add }) => text.toSpliced(at, remove, ...add), was)
        const { text } = mergeText({ base: was.join('\n'), ours: ours.join('\n'), theirs: is.join('\n') })
        const merged = text.split('\n')
        for (const line of new Set(ours.filter(one => one.startsWith('person '))))
          expect(merged).toContain(line)
      }),
    )
  })
})

describe('mergeTree', () => {
  const texts = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.constantFrom<string>('1\n', '2\n', '1\n2\n3\n', '1\n2\n4\n'),
  )
  const tree = texts.map(files => new Map(Object.entries(files)))

  test('upgrades a tree that nobody changed without a conflict, to just what is written now', () => {
    fc.assert(
      fc.property(tree, tree, (was, is) => {
        const merged = mergeTree({
          base: repositoryRecordOf(null, was).files,
          theirs: is,
          read: path => was.get(path),
        })
        expect(merged.filter(({ conflict }) => conflict !== undefined)).toEqual([])
        const after = merged.flatMap(({ path, after }) =>
          after === undefined ? [] : [[path, after] as const],
        )
        expect(new Map(after)).toEqual(new Map([...is].toSorted(([a], [b]) => (a < b ? -1 : 1))))
      }),
    )
  })

  test('does nothing the second time, whatever people changed', () => {
    fc.assert(
      fc.property(tree, tree, tree, (was, is, found) => {
        const disk = new Map(found)
        for (const { path, after } of mergeTree({
          base: repositoryRecordOf(null, was).files,
          theirs: is,
          read: p => disk.get(p),
        })) {
          if (after === undefined) disk.delete(path)
          else disk.set(path, after)
        }
        const again = mergeTree({
          base: repositoryRecordOf(null, is).files,
          theirs: is,
          read: p => disk.get(p),
        })
        expect(again.filter(({ before, after }) => before !== after)).toEqual([])
      }),
    )
  })

  test('keeps a file of another owner, and one that was removed, and says so', () => {
    const merged = mergeTree({
      base: repositoryRecordOf(null, new Map([['gone', 'old\n']])).files,
      theirs: new Map([
        ['gone', 'new\n'],
        ['mine', 'its\n'],
      ]),
      read: path => (path === 'mine' ? 'mine\n' : undefined),
    })
    expect(merged).toEqual([
      {
        path: 'gone',
        before: undefined,
        after: undefined,
        conflict: 'you removed this file, and Fitout has changed it',
      },
      {
        path: 'mine',
        before: 'mine\n',
        after: 'mine\n',
        conflict: 'Fitout did not write this file, and its own file differs',
      },
    ])
  })
})
