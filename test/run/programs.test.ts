import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { Programs } from './programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'fitout-programs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const cases = [
  {
    name: 'both streams are kept',
    script: 'echo out; echo err >&2',
    want: { code: 0, output: 'out\nerr\n' },
  },
  { name: 'the exit code is returned', script: 'exit 3', want: { code: 3, output: '' } },
  { name: 'a signal counts as in a shell', script: 'kill -TERM $$', want: { code: 143, output: '' } },
]
for (const { name, script, want } of cases) {
  test(name, async () => {
    const ended = await new Programs().run({
      command: ['bash', '-c', script],
      env: process.env,
      output: 'keep',
    })
    expect(ended).toEqual({ ...want, cpuSeconds: expect.toBeOneOf([expect.any(Number), undefined]) })
  })
}

test('a nice program yields as a process and as a session', async () => {
  // The niceness is given to a program that has started already.
  const told =
    'for i in $(seq 600); do [ "$(nice)" = 7 ] && break; sleep 0.1; done; nice; cat /proc/$$/autogroup 2>/dev/null'
  const { output } = await new Programs().run({
    command: ['bash', '-c', told],
    env: process.env,
    output: 'keep',
    niceness: 7,
  })
  const [priority, group = ''] = output.trimEnd().split('\n')
  // The kernel may not have such groups, and lets others than root set them ten times a second only.
  const isSettable = group !== '' && process.getuid?.() === 0
  expect([priority, isSettable ? group : 'nice 7']).toEqual(['7', expect.stringMatching(/nice 7$/)])
})

test.skipIf(!existsSync('/proc/self/stat'))('what a program took of the processors is its own', async () => {
  const programs = new Programs()
  const run = (script: string) =>
    programs.run({ command: ['bash', '-c', script], env: process.env, output: 'keep' })
  // What a program took is in its own words too, of its children and itself, in the clock of processes.
  const busy = await run('for ((i = 0; i < 300000; i += 1)); do :; done; cut -d " " -f 14,15 /proc/$$/stat')
  const idle = await run('exit 0')
  const ticks = busy.output.trim().split(' ').map(Number)
  const least = ticks.reduce((total, some) => total + some, 0) / 100
  expect(least).toBeGreaterThan(0)
  expect(busy.cpuSeconds).toBeGreaterThanOrEqual(least)
  expect(idle.cpuSeconds).toBeLessThan(least)
})

test('a program that does not exist is named', async () => {
  const run = new Programs().run({ command: ['no-such-program'], env: process.env, output: 'keep' })
  await expect(run).rejects.toThrow('cannot run no-such-program')
})

test('an interrupt reaches the children of a program', async () => {
  const file = join(folder, 'state')
  const child = 'trap "echo ended >$FILE; exit" TERM; echo ready >$FILE; while :; do sleep 0.05; done'
  const programs = new Programs()
  void programs.run({
    command: ['bash', '-c', 'bash -c "$CHILD" & wait'],
    env: { ...process.env, FILE: file, CHILD: child },
    output: 'keep',
  })
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe('ready\n'), { timeout: 120_000 })

  await programs.end('SIGTERM')
  expect(readFileSync(file, 'utf8')).toBe('ended\n')
})
