import { describe, expect, test } from 'vitest'
import { assert, property, string } from 'fast-check'
import { gitIgnore } from './git-ignore.ts'

const cases: readonly {
  readonly name: string
  readonly lines: string
  readonly yes: string
  readonly no: string
}[] = [
  { name: 'a name anywhere', lines: 'made.yaml', yes: 'made.yaml a/made.yaml', no: 'a/made.yml unmade.yaml' },
  {
    name: 'a path from the folder',
    lines: '/a/made.yaml',
    yes: 'a/made.yaml',
    no: 'made.yaml b/a/made.yaml',
  },
  { name: 'a path with a slash in it', lines: 'a/made.yaml', yes: 'a/made.yaml', no: 'b/a/made.yaml' },
  { name: 'all below a folder', lines: 'out/', yes: 'out/a.yaml a/out/b/c.yaml', no: 'out' },
  { name: 'stars within a folder', lines: '/a/*-made.yaml', yes: 'a/x-made.yaml', no: 'a/b/x-made.yaml' },
  {
    name: 'stars across folders',
    lines: 'main/**/made*.yaml',
    yes: 'main/made.yaml main/a/b/made-2.yaml',
    no: 'made.yaml',
  },
  {
    name: 'what is taken out again',
    lines: '*.yaml\n!keep.yaml',
    yes: 'a.yaml',
    no: 'keep.yaml a/keep.yaml',
  },
  {
    name: 'comments, spaces and Windows lines',
    lines: '# a.yaml\r\n\r\nb.yaml  \r\n',
    yes: 'b.yaml',
    no: 'a.yaml',
  },
  {
    name: 'classes and marks',
    lines: '[ab]?.yaml\n\\!c.yaml',
    yes: 'a1.yaml b2.yaml !c.yaml',
    no: 'c1.yaml c.yaml',
  },
]

describe('Of a .gitignore, what is missing for a reason is told', () => {
  test.each(cases)('$name', ({ lines, yes, no }) => {
    const isIgnored = gitIgnore(new Map([['', lines]]))
    expect(yes.split(' ').filter(path => !isIgnored(path))).toEqual([])
    expect(no.split(' ').filter(isIgnored)).toEqual([])
  })

  test('a file further below decides over one above', () => {
    const isIgnored = gitIgnore(
      new Map([
        ['a', '!made.yaml'],
        ['', 'made.yaml'],
      ]),
    )
    expect(['made.yaml', 'a/made.yaml', 'b/made.yaml'].filter(isIgnored)).toEqual([
      'made.yaml',
      'b/made.yaml',
    ])
  })

  test('any text is taken', () => {
    assert(
      property(string({ unit: 'binary' }), string(), (text, path) => {
        expect(typeof gitIgnore(new Map([['', text]]))(path)).toBe('boolean')
      }),
    )
  })
})
