import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAsShown, runGuide } from './run-guide.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'fitout-guide-'))))
afterEach(async () => rm(folder, { recursive: true }))

const block = (commands: string) => ({ commands, output: undefined })

test('A guide runs in one shell: what one block sets, the next one finds', async () => {
  const blocks = [block('A=1\necho a >&2\n'), block('true\n'), block('echo $A\n')]
  expect(await runGuide(blocks, folder)).toEqual(['a\n', '', '1\n'])
})

test('A guide ends where a command fails', async () => {
  await expect(runGuide([block('echo so far\nfalse\n'), block('echo on\n')], folder)).rejects.toMatchObject({
    code: 1,
    stdout: 'so far\n',
  })
})

describe('What was printed is as shown', () => {
  const cases = [
    { name: 'when it is the same', given: ['a\nb\n', 'a\nb\n'], want: true },
    { name: 'when it differs in a dot', given: ['abc\n', 'a.c\n'], want: false },
    { name: 'when there is more behind it', given: ['a\nb\n', 'a\n'], want: false },
    { name: 'when there is more before it', given: ['a\nb\n', 'b\n'], want: false },
    { name: 'when only what is left out differs', given: ['12 of 13\n', '… of …\n'], want: true },
    { name: 'when what is left out is nothing', given: ['ab\n', 'a…b\n'], want: true },
    { name: 'when what is left out is not at its place', given: ['xab\n', 'a…b\n'], want: false },
    { name: 'when a part is missing behind what is left out', given: ['ab\n', 'a…c\n'], want: false },
    { name: 'when one part is printed once and shown twice', given: ['ab\n', 'ab\n…ab\n'], want: false },
  ]
  for (const { name, given, want } of cases) {
    const [printed = '', shown = ''] = given
    test(name, () => expect(isAsShown(printed, shown)).toBe(want))
  }
})
