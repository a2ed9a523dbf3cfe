import { describe, expect, test } from 'vitest'
import { MemoryBudget } from './memory-budget.ts'

const limits = { ownBytes: 10, shareBytes: 100, commonBytes: 150 }

function budget() {
  const memory = new MemoryBudget(limits)
  const evicted: string[] = []
  const held = (name: string, share = memory.share()) => ({
    share,
    holding: share.hold(() => void evicted.push(name)),
  })
  return { memory, evicted, held }
}

describe('A budget of memory', () => {
  test('lets a share hold up to its limit, all its holdings together', () => {
    const { held, evicted } = budget()
    const { share, holding: first } = held('first')
    const { holding: second } = held('second', share)
    expect([first.set(60), second.set(41), second.set(40), first.set(0), second.set(100)]).toEqual([
      true,
      false,
      true,
      true,
      true,
    ])
    expect([share.bytes, evicted]).toEqual([100, []])
  })

  test('leaves what is held as it was when more is refused', () => {
    const { held } = budget()
    const { share, holding } = held('one')
    holding.set(70)
    holding.set(101)
    expect(share.bytes).toBe(70)
  })

  test('evicts the largest share when all together are too many, and lets the others go on', () => {
    const { held, evicted } = budget()
    const [large, middle, small] = [held('large'), held('middle'), held('small')]
    large.holding.set(90)
    middle.holding.set(80)
    expect(evicted).toEqual([])
    expect({
      isHeld: small.holding.set(30),
      evicted,
      bytes: [large, middle, small].map(({ share }) => share.bytes),
    }).toEqual({ isHeld: true, evicted: ['large'], bytes: [0, 80, 30] })
  })

  test('refuses the one that asks when it would be the largest', () => {
    const { held, evicted } = budget()
    const [large, middle] = [held('large'), held('middle')]
    middle.holding.set(80)
    large.holding.set(80)
    expect([large.holding.set(95), large.share.bytes, evicted]).toEqual([false, 80, []])
  })

  test('never refuses or evicts those that stay within what every share has of its own', () => {
    const { held, evicted } = budget()
    const small = Array.from({ length: 100 }, (_, index) => held(`small ${index}`))
    const isHeld = small.map(({ holding }) => holding.set(10))
    const large = held('large')
    expect([isHeld.every(Boolean), large.holding.set(100), evicted]).toEqual([true, true, []])
  })

  test('gives nothing more to a holding that was evicted or has ended', () => {
    const { held, evicted } = budget()
    const [large, other] = [held('large'), held('other')]
    large.holding.set(100)
    other.holding.set(90)
    const { holding } = held('late', large.share)
    expect([evicted, large.holding.set(1), holding.set(1)]).toEqual([['large'], false, true])
    holding.end()
    expect([holding.set(1), large.share.bytes]).toEqual([false, 0])
  })

  test('gives everything back when a share is closed', () => {
    const { memory, held } = budget()
    const { share, holding } = held('one')
    holding.set(100)
    share.close()
    expect([memory.commonBytes, holding.set(1)]).toEqual([0, false])
  })
})
