import type { Random } from '../../engine/clock.ts'

/** A stream of numbers that depends on its seed alone (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A stream of its own for one use, so that drawing from it moves no other. Takes one number from `random`. */
export function forkRandom(random: Random): Random {
  return seededRandom(Math.floor(random() * 2 ** 32))
}

/** A whole number from 0 up to but not including `limit`. */
export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit)
}

/** One of the items, or undefined when there is none. */
export function pick<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[below(random, items.length)]
}

/** An identifier in the form of a UUID of version 4. */
export function seededUuid(random: Random): string {
  const [a, b, c, d] = [hex32(random), hex32(random), hex32(random), hex32(random)]
  const variant = '89ab'[Number.parseInt(c.slice(0, 1), 16) % 4]
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`
}

function hex32(random: Random): string {
  return below(random, 2 ** 32)
    .toString(16)
    .padStart(8, '0')
}
