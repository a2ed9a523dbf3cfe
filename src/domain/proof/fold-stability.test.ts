import { describe, expect, test } from 'vitest'
import { foldStability, type StabilityMemory, type StabilityRead } from './fold-stability.ts'

describe('A proof is stable', () => {
  type Look = readonly [nowMs: number, health: StabilityRead['health'], of?: string]
  interface Case {
    readonly name: string
    readonly stableForMs: number
    readonly looks: readonly Look[]
    readonly want: readonly boolean[]
  }
  const cases: readonly Case[] = [
    {
      name: 'at once if no time is asked for',
      stableForMs: 0,
      looks: [[5, 'Current']],
      want: [true],
    },
    {
      name: 'once it has held over the window',
      stableForMs: 30_000,
      looks: [
        [1_000, 'Current'],
        [30_999, 'Current'],
        [31_000, 'Current'],
      ],
      want: [false, false, true],
    },
    {
      name: 'not by one read, however late it is',
      stableForMs: 30_000,
      looks: [[900_000, 'Current']],
      want: [false],
    },
    {
      name: 'no longer once it is seen not to be Current, and then the window begins again',
      stableForMs: 10,
      looks: [
        [0, 'Current'],
        [10, 'Current'],
        [11, 'InProgress'],
        [12, 'Current'],
        [21, 'Current'],
        [22, 'Current'],
      ],
      want: [false, true, false, false, false, true],
    },
    {
      name: 'not over a gap in which it could not be read',
      stableForMs: 10,
      looks: [
        [0, 'Current'],
        [5, 'Unknown'],
        [10, 'Current'],
        [20, 'Current'],
      ],
      want: [false, false, false, true],
    },
    {
      name: 'not by what another cluster or another proof has shown',
      stableForMs: 10,
      looks: [
        [0, 'Current', 'uid-1'],
        [10, 'Current', 'uid-2'],
        [20, 'Current', 'uid-2'],
      ],
      want: [false, false, true],
    },
    {
      name: 'not by a clock that went back',
      stableForMs: 10,
      looks: [
        [100, 'Current'],
        [50, 'Current'],
        [60, 'Current'],
      ],
      want: [false, false, true],
    },
  ]
  for (const { name, stableForMs, looks, want } of cases) {
    test(name, () => {
      let memory: StabilityMemory | undefined
      const holds = looks.map(([nowMs, health, of = 'blue']) => {
        const stability = foldStability(memory, { of, health, stableForMs, nowMs })
        memory = stability.memory
        return stability.holds
      })
      expect(holds).toEqual(want)
    })
  }

  test('and says since when it holds, and when to look again', () => {
    const read = { of: 'blue', health: 'Current', stableForMs: 30, nowMs: 7 } as const
    const first = foldStability(undefined, read)
    expect(first).toEqual({ memory: { of: 'blue', sinceMs: 7 }, holds: false, sinceMs: 7, dueInMs: 30 })
    expect(foldStability(first.memory, { ...read, nowMs: 20 }).dueInMs).toBe(17)
    expect(foldStability(first.memory, { ...read, nowMs: 40 })).toEqual({
      memory: { of: 'blue', sinceMs: 7 },
      holds: true,
      sinceMs: 7,
      dueInMs: undefined,
    })
  })
})
