import { spawn } from 'node:child_process'
import { mkdtemp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../kube/until.ts'
import { labOwner } from '../lab-claim.ts'
import { isAlive, markedProcesses } from '../process/owner.ts'

const main = join(import.meta.dirname, '..', 'main.ts')
const names = ['up-and-down', 'up-and-down-too'] as const

// The labs of the first tests go from one to the next: each takes a minute of computing to start.
const [one, other] = names
let both: readonly Said[]

const endAll = async () => {
  for (const name of names) await lab(['down', name])
}
beforeAll(async () => {
  await endAll()
  both = await Promise.all(names.map(name => lab(['up', name])))
})
afterAll(endAll)

test('two labs run side by side', async () => {
  expect(
    both.map(({ exitCode }) => exitCode),
    both.map(({ words }) => words).join(''),
  ).toEqual([0, 0])
  for (const name of names) expect((await processesOfLab(name)).length).toBeGreaterThan(10)
})

test('a second call finds the lab that runs and prints the same way to reach it', async () => {
  const owner = await labOwner(one)
  const second = await lab(['up', one])
  expect(both[0]?.data).toContain('export KUBECONFIG=')
  expect(second).toMatchObject({ exitCode: 0, data: both[0]?.data })
  expect(second.words).toContain('lab "up-and-down" runs already')
  expect(await labOwner(one)).toBe(owner)
})

test('ending one of two labs leaves the other alone', async () => {
  const theirs = await processesOfLab(other)
  const ended = await lab(['down', one])
  expect(ended.words).toContain('lab "up-and-down" has ended')
  expect(await labOwner(one)).toBeUndefined()
  expect(theirs.length).toBeGreaterThan(10)
  expect(theirs.every(({ identity }) => isAlive(identity))).toBe(true)
})

// Any lab that starts ends what is left behind, and one of another test may do so first; hardly three times in a row.
test('a lab whose parent was killed leaves nothing behind after the next start', { retry: 2 }, async () => {
  // It runs already, unless this is tried again.
  await lab(['up', other])
  const owner = (await labOwner(other)) ?? ''
  const left = await processesOfLab(other)
  process.kill(Number.parseInt(owner, 10), 'SIGKILL')
  await until('the parent is gone', async () => !isAlive(owner))
  // Otherwise this test would prove nothing.
  expect(left.filter(({ identity }) => isAlive(identity)).length).toBeGreaterThan(10)

  const again = await lab(['up', other])
  expect(again.exitCode, again.words).toBe(0)
  expect(again.words).toMatch(/ended \d+ processes that an earlier lab left behind/)
  expect(left.filter(({ identity }) => isAlive(identity))).toEqual([])
  await lab(['down', other])
})

test('ending a lab that does not run says so and is no failure', async () => {
  expect(await lab(['down', 'up-and-down'])).toMatchObject({
    exitCode: 0,
    words: 'no lab "up-and-down" runs\n',
  })
})

test('a start that is interrupted leaves no process', async () => {
  const running = start(['up', 'up-and-down'])
  await until('the lab has begun to start', async () => labOwner('up-and-down'))
  const owner = (await labOwner('up-and-down')) ?? ''
  await until('a program of it runs', async () => markedProcesses().some(it => it.owner === owner))
  running.child.kill('SIGINT')
  expect(await running.ended).toMatchObject({ exitCode: 130, data: '' })
  await until('nothing of it runs', async () => !markedProcesses().some(it => it.owner === owner))
  expect(await labOwner('up-and-down')).toBeUndefined()
})

test('a start that fails shows the last lines of the program that failed', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'fitout-broken-'))
  try {
    await breakProgram(cache, 'kube-apiserver')
    const failed = await lab(['up', 'up-and-down'], { XDG_CACHE_HOME: cache })
    expect(failed).toMatchObject({ exitCode: 1, data: '' })
    expect(failed.words).toMatch(
      /cannot run \S+\/kube-apiserver: it ended with exit code 3; the last lines of/,
    )
    expect(failed.words).toContain('this program is broken on purpose')
    expect(await labOwner('up-and-down')).toBeUndefined()
  } finally {
    await rm(cache, { recursive: true })
  }
})

test('a wrong word gets the usage and exit code 2', async () => {
  expect(await lab(['upp'])).toMatchObject({ exitCode: 2, data: '' })
  expect(await lab(['up', '../elsewhere'])).toMatchObject({ exitCode: 2, data: '' })
})

/** What runs for a lab now. */
async function processesOfLab(name: string) {
  const owner = await labOwner(name)
  return markedProcesses().filter(it => it.owner === owner)
}

interface Said {
  readonly exitCode: number | null
  readonly data: string
  readonly words: string
}

async function lab(args: readonly string[], env: Record<string, string> = {}): Promise<Said> {
  return start(args, env).ended
}

function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...env } })
  let [data, words] = ['', '']
  child.stdout.on('data', chunk => (data += String(chunk)))
  child.stderr.on('data', chunk => (words += String(chunk)))
  const ended = new Promise<Said>(resolve => {
    child.once('close', exitCode => resolve({ exitCode, data, words }))
  })
  return { child, ended }
}

// A cache in which one program is a script that complains and ends; the others are the real ones.
async function breakProgram(cache: string, broken: string): Promise<void> {
  const real = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'fitout', 'lab', 'programs')
  const folder = join(cache, 'fitout', 'lab', 'programs')
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(real)) {
    if (!name.startsWith(`${broken}-`)) await symlink(join(real, name), join(folder, name))
    else
      await writeFile(join(folder, name), '#!/bin/sh\necho this program is broken on purpose\nexit 3\n', {
        mode: 0o755,
      })
  }
}
