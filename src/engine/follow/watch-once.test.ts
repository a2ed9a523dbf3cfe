import { expect, test } from 'vitest'
import type { WatchEvent } from '../api/api.ts'
import { clusters } from '#test/engine/sample-objects.ts'
import { watchOnce } from './watch-once.ts'

const MANY = 10

test('a watch that says nothing is given up after one wait, whenever it began', async () => {
  // At this time, 65 s later and back again is a little less than 65 s.
  let elapsed = 7996.429999999999
  let waits = 0
  const clock = {
    now: () => 0,
    elapsed: () => elapsed,
    sleep: async (milliseconds: number) => {
      waits += 1
      if (waits > MANY) throw new Error('it waits without end')
      elapsed += milliseconds
    },
  }
  const api = { watch: nothing }
  const from = { selection: clusters, resourceVersion: '1' }
  const life = new AbortController()
  const end = watchOnce(api, from, {
    clock,
    life,
    inactivityMs: 65_000,
    until: Infinity,
    onEvent: () => undefined,
  })
  expect([await end, waits]).toEqual([{ kind: 'silent' }, 1])
})

async function* nothing(): AsyncGenerator<WatchEvent, void> {
  await new Promise<never>(() => {})
  yield { type: 'BOOKMARK', resourceVersion: '1' }
}
