import { describe, expect, test } from 'vitest'
import { type Heap, RestCollector } from './rest-collector.ts'

const MEGABYTE = 1_000_000

function sampleHeap({ collectionMs = 100 } = {}) {
  const state = { taken: 300 * MEGABYTE, live: 100 * MEGABYTE, busy: 0, now: 0, collections: 0 }
  const heap: Heap = {
    takenBytes: () => state.taken,
    busyShare: () => state.busy,
    collect: () => {
      state.collections += 1
      state.taken = state.live
      return collectionMs
    },
    elapsed: () => state.now,
  }
  const collector = new RestCollector(heap)
  // Nobody knows yet whether it grows.
  collector.look()
  return { state, collector }
}

describe('Garbage', () => {
  test('is collected once there is little to do', () => {
    const { state, collector } = sampleHeap()
    state.busy = 0.9
    collector.look()
    expect(state.collections).toBe(0)
    state.busy = 0.1
    collector.look()
    expect(state).toMatchObject({ collections: 1, taken: state.live })
  })

  test('is left while the heap grows: it may be no garbage', () => {
    const { state, collector } = sampleHeap()
    for (const taken of [310, 320, 330]) {
      state.taken = taken * MEGABYTE
      collector.look()
    }
    expect(state.collections).toBe(0)
    collector.look()
    expect(state.collections).toBe(1)
  })

  test('is left where there is little of it', () => {
    const { state, collector } = sampleHeap()
    collector.look()
    state.now += 3_600_000
    state.taken = 102 * MEGABYTE
    collector.look()
    expect(state.collections).toBe(1)
    state.taken = 104 * MEGABYTE
    collector.look()
    collector.look()
    expect(state.collections).toBe(2)
  })

  test.for([
    { collectionMs: 100, pauseMs: 60_000 },
    { collectionMs: 1_000, pauseMs: 500_000 },
  ])(
    'is collected again after $pauseMs ms where that takes $collectionMs ms',
    ({ collectionMs, pauseMs }) => {
      const { state, collector } = sampleHeap({ collectionMs })
      collector.look()
      state.taken = 300 * MEGABYTE
      state.now += pauseMs - 1
      collector.look()
      expect(state.collections).toBe(1)
      state.now += 1
      collector.look()
      expect(state.collections).toBe(2)
    },
  )
})
