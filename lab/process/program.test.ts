import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { identityOf, isAlive, markedProcesses } from './owner.ts'
import { Program } from './program.ts'

const logFile = join(mkdtempSync(join(tmpdir(), 'fitout-program-')), 'logs', 'shell.log')
const shell = (script: string, isReady?: () => Promise<boolean>) =>
  new Program({
    name: 'shell',
    path: '/bin/sh',
    args: ['-c', script],
    logFile,
    ...(isReady ? { isReady } : {}),
  })

test('a program that ends while it is waited for is reported with its last words', async () => {
  const program = shell('echo no such flag; exit 3', async () => false)
  await expect(program.start()).rejects.toThrow(
    'cannot run shell: it ended with exit code 3; the last lines of logs/shell.log:\n  no such flag',
  )
})

test('a program that cannot be started at all is reported, too', async () => {
  const program = new Program({
    name: 'ghost',
    path: '/nonexistent',
    args: [],
    logFile,
    isReady: async () => false,
  })
  await expect(program.start()).rejects.toMatchObject({ code: 'PROGRAM_FAILED' })
})

test('a program that ignores a polite request is ended', async () => {
  const hasSaidSo = async () => program.lastLines().endsWith('deaf now')
  const program: Program = shell('trap "" TERM; echo deaf now; while :; do sleep 0.05; done', hasSaidSo)
  await program.start()
  await program.stop(100)
  expect(program.isRunning).toBe(false)
  expect(program.exit).toEqual({ code: null, signal: 'SIGKILL' })
})

test('a frozen program can be stopped', async () => {
  const program = await shell('exec sleep 60').start()
  program.freeze()
  await program.stop(2_000)
  expect(program.exit).toEqual({ code: null, signal: 'SIGTERM' })
})

test('a program that was killed can be started again', async () => {
  const program = await shell('exec sleep 60').start()
  const before = program.pid
  await program.restart()
  expect(program.pid).not.toBe(before)
  await program.kill()
})

test('every program carries its owner, and a process is known by more than its number', async () => {
  const program = await shell('exec sleep 60').start()
  const mine = markedProcesses().find(({ pid }) => pid === program.pid)
  expect(mine?.owner).toBe(identityOf(process.pid))
  await program.kill()
  expect(isAlive(mine?.identity ?? '')).toBe(false)
  expect(isAlive(`${process.pid}:1`)).toBe(false)
})
