import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AuditLog } from './audit-log.ts'

let folder: string
let file: string
let log: AuditLog

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fitout-audit-'))
  file = join(folder, 'audit.log')
  writeFileSync(file, '')
  log = new AuditLog(file)
})
afterEach(() => rmSync(folder, { recursive: true }))

const verbs = () => log.events().map(({ verb }) => verb)

test('An audit log gives every request so far, at each call', () => {
  expect(verbs()).toEqual([])
  appendFileSync(file, '{"verb":"get"}\n{"verb":"list"}\n')
  expect(verbs()).toEqual(['get', 'list'])
  expect(verbs()).toEqual(['get', 'list'])
  appendFileSync(file, '{"verb":"watch"}\n')
  expect(verbs()).toEqual(['get', 'list', 'watch'])
})

test('A line that is half written is read when it is whole, also where a character is cut', () => {
  const line = Buffer.from('{"verb":"größe"}\n')
  const cut = line.indexOf('ö') + 1
  appendFileSync(file, '{"verb":"get"}\n')
  appendFileSync(file, line.subarray(0, cut))
  expect(verbs()).toEqual(['get'])
  appendFileSync(file, line.subarray(cut))
  expect(verbs()).toEqual(['get', 'größe'])
})

test('Who keeps what was recorded keeps it as it was', () => {
  appendFileSync(file, '{"verb":"get"}\n')
  const before = log.events()
  appendFileSync(file, '{"verb":"list"}\n')
  expect([log.events().length, before.length]).toEqual([2, 1])
})
