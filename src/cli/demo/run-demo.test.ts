import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Clock } from '../../engine/clock.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { SampleTerminal } from '#test/cli/sample-terminal.ts'
import type { DemoFlags } from './demo-settings.ts'
import { runDemo } from './run-demo.ts'

const flags: DemoFlags = { clusters: '3', seed: '1', speed: '100', plain: false }
const env = { LANG: 'C.UTF-8' }

/** Streams of someone who does not press Ctrl-C. */
function patientIo(world: { readonly hasColor?: boolean } = {}) {
  return { ...memoryIo({ env, ...world }), whenStopped: () => new Promise<void>(() => undefined) }
}

/** A clock of someone who does not wait, and does something each time it is asked to. */
function hastyClock(onSleep: (count: number) => void = () => undefined): Clock {
  let [elapsed, count] = [0, 0]
  return {
    now: () => elapsed,
    elapsed: () => elapsed,
    sleep: async milliseconds => {
      elapsed += milliseconds
      onSleep((count += 1))
    },
  }
}

/** What the demo says line by line. */
async function logAt(speed: string): Promise<string> {
  const io = patientIo()
  const code = await runDemo(
    { ...flags, speed, plain: true },
    { io, terminal: new SampleTerminal(), clock: hastyClock() },
  )
  expect(code).toBe(0)
  return io.stdout()
}

describe('The demo, line by line', () => {
  let log: string
  beforeAll(async () => {
    log = await logAt('100')
  })

  test('tells each trouble, fixes it, and ends when all clusters are ready', () => {
    const lines = log.trimEnd().split('\n')
    expect(lines.filter(line => !/^\d\d:\d\d {2}\S/.test(line))).toEqual([])
    const said = lines.map(line => line.slice(7))
    const story = [
      'prod/legacy-1  flux  Held  Flux 2.9 needs Kubernetes 1.34 or newer',
      'prod/legacy-1  fixed: Merged: Cluster "legacy-1" specifies Kubernetes v1.34.3',
      'prod/legacy-1  Ready',
      'prod/payments-eu  karpenter  Held  Secret "payments-eu-eks-connection" lacks key "karpenter_iam_role_arn"',
      'prod/payments-eu  fixed: Terraform wrote "karpenter_iam_role_arn" into Secret "payments-eu-eks-connection"',
      'prod/payments-eu  Ready',
      'edge/store-berlin  cni  Stuck  DaemonSet kube-system/cilium is not available (0/1 pods)',
      'edge/store-berlin  fixed: Pushed image registry.edge.example.com/cilium/cilium:v1.20.2',
      'edge/store-berlin  Ready',
    ]
    expect(said.filter(line => story.includes(line)).toSorted()).toEqual(story.toSorted())
    expect(said.at(-1)).toMatch(/^All 3 clusters are Ready after \d+m\d\ds$/)
  })

  test('says what the guide shows', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/demo.md'), 'utf8')
    const shown = [...guide.matchAll(/^\d\d:\d\d( {2}.*)$/gm)].map(([, words]) => words)
    expect(shown.length).toBeGreaterThan(2)
    expect(shown.filter(words => !log.includes(`${words}\n`))).toEqual([])
  })

  test('says the same for the same seed, however fast time passes', async () => {
    expect(await logAt('1000')).toBe(log)
  })

  test('ends when it is told to', async () => {
    const io = memoryIo({ env })
    expect(await runDemo(flags, { io, terminal: undefined, clock: hastyClock() })).toBe(130)
  })
})

describe('The demo on a screen', () => {
  test('shows the troubles, ends them at a key, says that all is ready, and gives the screen back', async () => {
    const io = patientIo()
    const terminal = new SampleTerminal()
    const seen: string[] = []
    const clock = hastyClock(count => {
      seen.push(terminal.screen.text())
      if (count === 12) terminal.press('a')
    })
    const ended = runDemo(flags, { io, terminal, clock })
    const isDone = (): boolean => terminal.screen.text().includes('All 3 clusters are Ready')
    while (!isDone()) await new Promise(resolve => setTimeout(resolve, 5))
    const last = terminal.screen.text()
    terminal.press('enter')
    expect(await ended).toBe(0)
    expect(seen[11]).toContain('Needs attention: 3 causes, 3 clusters')
    expect(last).toContain('3 clusters   ✓ 3 Ready')
    expect([terminal.isOpen, [...terminal.screen.modes]]).toEqual([false, ['?7', '?25']])
    expect(io.stdout()).toBe('3 clusters   ✓ 3 Ready\n')
  })

  test('leaves at once, and says what was left', async () => {
    const io = patientIo()
    const terminal = new SampleTerminal()
    const clock = hastyClock(count => count === 12 && terminal.press('q'))
    expect(await runDemo(flags, { io, terminal, clock })).toBe(0)
    expect(io.stdout().split('\n').slice(0, 2)).toEqual([
      '3 clusters   ‼ 1 Stuck   ! 2 Held',
      'Needs attention: 3 causes, 3 clusters',
    ])
  })

  test('follows the size of the window', async () => {
    const terminal = new SampleTerminal({ columns: 100, rows: 30 })
    let after: readonly string[] = []
    const clock = hastyClock(count => {
      if (count === 3) terminal.resize({ columns: 40, rows: 10 })
      if (count === 5) after = terminal.screen.lines()
      if (count === 5) terminal.press('q')
    })
    await runDemo(flags, { io: patientIo(), terminal, clock })
    expect([after.length, Math.max(...after.map(line => line.length)) <= 40]).toEqual([10, true])
  })

  test('dies of Ctrl-C, after the screen was given back', async () => {
    const io = patientIo()
    const terminal = new SampleTerminal()
    const clock = hastyClock(count => count === 2 && terminal.press('ctrl-c'))
    expect(await runDemo(flags, { io, terminal, clock })).toBe(130)
    expect({ isInterrupted: terminal.isInterrupted, isOpen: terminal.isOpen, said: io.stdout() }).toEqual({
      isInterrupted: true,
      isOpen: false,
      said: '',
    })
  })

  test('ends when its window is closed', async () => {
    const terminal = new SampleTerminal()
    const clock = hastyClock(count => count === 2 && terminal.hangUp())
    expect(await runDemo(flags, { io: patientIo(), terminal, clock })).toBe(0)
  })

  test.for([true, false])('has colours only if they are wanted: %s', async hasColor => {
    const terminal = new SampleTerminal()
    const clock = hastyClock(count => count === 2 && terminal.press('q'))
    await runDemo(flags, { io: patientIo({ hasColor }), terminal, clock })
    expect(terminal.screen.colors > 0).toBe(hasColor)
  })
})
