import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from './commands/all-commands.ts'
import { exitCodes } from './command/exit-code.ts'
import { flagsEverywhere } from './parse/flags-everywhere.ts'

const docs = readFileSync(join(import.meta.dirname, '../../docs/reference/command-line.md'), 'utf8')

test('The docs list the exit codes of the program and their meaning', () => {
  const want = Object.entries(exitCodes).map(([code, means]) => [code, means])
  expect(rows('Exit codes').map(([code, means]) => [code, means])).toEqual(want)
})

test('The docs list every command, in the order of help', () => {
  expect(rows('Commands').map(([command]) => codeIn(command))).toEqual(commands.map(({ name }) => name))
})

test('The docs list every flag that all commands take', () => {
  const flags = rows('Flags everywhere').map(([flag]) => /--([a-z-]+)/.exec(flag ?? '')?.[1])
  expect(flags).toEqual(Object.keys(flagsEverywhere))
})

/** The cells of the table under a heading of the docs, row by row, without the two rows of its head. */
function rows(heading: string): readonly (readonly string[])[] {
  const [, section = ''] = docs.split(`\n## ${heading}\n`)
  const [table = ''] = /^(?:\|.*\n)+/m.exec(section) ?? []
  const lines = table.trimEnd().split('\n').slice(2)
  return lines.map(line =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
}

function codeIn(cell: string | undefined): string | undefined {
  return /`([^`]+)`/.exec(cell ?? '')?.[1]
}
