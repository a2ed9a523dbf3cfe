import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands/all-commands.ts'
import { manPage } from './man-page.ts'

const lines = manPage({ version: '1.2.3', time: new Date('2026-01-02T03:04:05Z') }).split('\n')

test('the manual page names the version, and has a section for every command', () => {
  expect(lines[0]).toBe('.TH FITOUT 1 "2026-01-02" "fitout 1.2.3" "User Commands"')
  const sections = lines.filter(line => line.startsWith('.SS'))
  expect(sections).toEqual(commands.map(({ name }) => `.SS "fitout ${name}"`))
})

test('no line of the help is taken for a request', () => {
  const requests = new Set(lines.flatMap(line => /^[.'](\S*)/.exec(line)?.[1] ?? []))
  expect([...requests].toSorted()).toEqual(['B', 'I', 'SH', 'SS', 'TH', 'fi', 'nf'])
})
