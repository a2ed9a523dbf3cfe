import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from './commands/all-commands.ts'
import { readCommandLine } from './parse/read-command-line.ts'
import { understand } from './parse/understand.ts'

const golden = join(import.meta.dirname, '../../test/golden')

/** What follows `try:` in all golden files, with the file. */
async function shownTries(): Promise<readonly { readonly file: string; readonly command: string }[]> {
  const files = (await readdir(golden, { recursive: true })).filter(name => name.endsWith('.txt'))
  const texts = await Promise.all(files.map(file => readFile(join(golden, file), 'utf8')))
  return texts.flatMap((text, index) =>
    [...text.matchAll(/^(?:> )?try: (.*)$/gm)].map(([, command = '']) => ({
      file: files[index] ?? '',
      command,
    })),
  )
}

test('every command behind try: can be pasted as a whole', async () => {
  const tries = await shownTries()
  expect(tries.length).toBeGreaterThan(30)
  const wrong = tries.filter(({ command }) => !isWhole(command))
  expect(wrong).toEqual([])
})

function isWhole(command: string): boolean {
  // What was just written is worked on in its folder.
  const [program, ...words] = command.replace(/^cd \S+ && /, '').split(' ')
  if (/[<>;]|, /.test(command)) return false
  if (program !== 'fitout') return program === 'kubectl' || program === 'curl'
  try {
    understand(readCommandLine(words, commands), commands)
    return true
  } catch {
    return false
  }
}
