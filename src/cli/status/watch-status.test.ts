import { describe, expect, test } from 'vitest'
import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { ago, aCluster, aClusterAt, aFleet } from '#test/domain/sample-snapshot.ts'
import { VirtualClock } from '../../simulator/clock/virtual-clock.ts'
import type { FleetSource } from '../../fleet/link/fleet-source.ts'
import type { FleetWorld } from '../fleet/fleet-world.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import type { Listener, Terminal } from '../terminal/terminal.ts'
import { watchStatus } from './watch-status.ts'

const cause = {
  reason: 'ProofInProgress',
  message: 'Deployment karpenter/karpenter: Available 1/2 replicas',
  actor: 'Nobody',
} as const
const proving = aClusterAt('prod/blue', {
  state: 'FittingOut',
  step: 'karpenter',
  stepState: 'Proving',
  sinceMs: 60_000,
  cause,
})
const fleets = [
  aFleet([proving, aCluster('prod/red')], { asOf: ago(60_000) }),
  aFleet([aCluster('prod/blue', { steps: readyNow(proving.steps) }), aCluster('prod/red')]),
  aFleet([aCluster('prod/blue', { steps: readyNow(proving.steps) })]),
]

function readyNow(steps: typeof proving.steps): typeof proving.steps {
  return steps.map(step =>
    step.state === 'Ready'
      ? step
      : { ...step, state: 'Ready', since: ago(0), openedAt: ago(221_000), readyAt: ago(0) },
  )
}

function sourceOf(all: readonly FleetSnapshot[]): FleetSource {
  return {
    read: async () => Promise.reject(new Error('only followed')),
    follow: async function* () {
      yield* all
    },
    note: () => undefined,
  }
}

function worldWith(terminal: Terminal | undefined): FleetWorld {
  return {
    connect: async () => Promise.reject(new Error('not connected')),
    clock: new VirtualClock(Date.parse(ago(0))),
    terminal: async () => terminal,
  }
}

const everything = { query: undefined, names: [] }

describe('Watching a fleet', () => {
  test('tells each change in a line where there is no screen', async () => {
    const io = memoryIo()
    await watchStatus(sourceOf(fleets), everything, { io, world: worldWith(undefined) })
    expect(io.stdout()).toBe(`2 clusters: 1 FittingOut, 1 Ready
12:04:31  prod/blue  karpenter  Ready    3m41s
12:04:31  prod/blue  nodes      Ready    3m41s
12:04:31  prod/blue  add-ons    Ready    3m41s
12:04:31  prod/red  gone
`)
  })

  test('continues when a cluster that was named is gone, and refuses one that never was', async () => {
    const io = memoryIo()
    const named = { query: undefined, names: ['prod/red'] }
    await watchStatus(sourceOf(fleets), named, { io, world: worldWith(undefined) })
    expect(io.stdout()).toBe('1 cluster: 1 Ready\n12:04:31  prod/red  gone\n')
    const wrong = { query: undefined, names: ['prod/green'] }
    const watching = watchStatus(sourceOf(fleets), wrong, { io, world: worldWith(undefined) })
    await expect(watching).rejects.toThrow('there is no cluster prod/green')
  })

  test('draws the report on a screen, gives it back, and prints the last one', async () => {
    const written: string[] = []
    let isOpen = false
    const terminal: Terminal = {
      size: () => ({ columns: 60, rows: 24 }),
      write: text => void written.push(text),
      open: () => {
        isOpen = true
        return () => (isOpen = false)
      },
      interrupt: () => undefined,
    }
    const io = memoryIo()
    const code = await watchStatus(sourceOf(fleets.slice(0, 1)), everything, {
      io,
      world: worldWith(terminal),
    })
    expect([
      code,
      isOpen,
      written.length,
      written[0]?.includes('1 FittingOut'),
      io.stdout().split('\n')[0],
    ]).toEqual([0, false, 1, true, '2 clusters: 1 FittingOut, 1 Ready'])
  })

  test.for([
    { key: 'q', want: 0 },
    { key: 'ctrl-c', want: 130 },
  ])('ends with $want when a user presses $key', async ({ key, want }) => {
    let listener: Listener | undefined
    const interrupts: string[] = []
    const terminal: Terminal = {
      size: () => ({ columns: 60, rows: 24 }),
      write: () => undefined,
      open: given => {
        listener = given
        return () => undefined
      },
      interrupt: () => void interrupts.push('SIGINT'),
    }
    const source: FleetSource = {
      ...sourceOf([]),
      follow: async function* (signal) {
        yield aFleet([proving])
        listener?.onKey(key)
        if (!signal.aborted) throw new Error('it must end now')
      },
    }
    const code = await watchStatus(source, everything, { io: memoryIo(), world: worldWith(terminal) })
    expect([code, interrupts.length]).toEqual([want, want === 0 ? 0 : 1])
  })
})
