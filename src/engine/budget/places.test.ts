import { expect, test } from 'vitest'
import { Places } from './places.ts'

function scene(count: number) {
  const started: string[] = []
  const waiting: string[] = []
  const start = () => {
    while (places.hasFree && waiting.length > 0) started.push(waiting.shift() ?? '')
  }
  const places: Places = new Places(count, start)
  return { places, started, waiting }
}

test('who waits for another one gives its place to the next one', async () => {
  const { places, started, waiting } = scene(1)
  const place = places.take()
  waiting.push('next')
  expect(places.hasFree).toBe(false)
  const answer = Promise.withResolvers<string>()
  const waits = place.during(() => answer.promise)
  expect(started).toEqual(['next'])
  answer.resolve('answer')
  expect(await waits).toBe('answer')
})

test('who comes back goes before those who have not begun', async () => {
  const places = new Places(1, () => undefined)
  const first = places.take()
  const answer = Promise.withResolvers<undefined>()
  const waits = first.during(() => answer.promise)
  const second = places.take()
  answer.resolve(undefined)
  let isBack = false
  void waits.then(() => (isBack = true))
  await Promise.resolve()
  expect([isBack, places.hasFree]).toEqual([false, false])
  second.leave()
  await waits
  expect([isBack, places.hasFree]).toEqual([true, false])
  first.leave()
  expect(places.hasFree).toBe(true)
})

test('several waits at once give one place away, and take one back', async () => {
  const places = new Places(2, () => undefined)
  const place = places.take()
  const [one, other] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const waits = Promise.all([place.during(() => one.promise), place.during(() => other.promise)])
  one.resolve(undefined)
  other.resolve(undefined)
  await waits
  place.leave()
  expect([places.take(), places.take()].length).toBe(2)
  expect(places.hasFree).toBe(false)
})

test('a wait that fails comes back, too', async () => {
  const places = new Places(1, () => undefined)
  const place = places.take()
  await expect(place.during(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(places.hasFree).toBe(false)
  place.leave()
  expect(places.hasFree).toBe(true)
})

test('who left for good while it waited does not take a place again', async () => {
  const places = new Places(1, () => undefined)
  const place = places.take()
  const answer = Promise.withResolvers<undefined>()
  const waits = place.during(() => answer.promise)
  place.leave()
  answer.resolve(undefined)
  await waits
  expect(places.hasFree).toBe(true)
})

test('who comes back from two waits needs one place, not a second one while it holds the first', async () => {
  const places = new Places(1, () => undefined)
  const first = places.take()
  const answer = Promise.withResolvers<undefined>()
  const one = first.during(() => answer.promise)
  const second = places.take()
  answer.resolve(undefined)
  await Promise.resolve()
  // It is on its way back by now, and waits once more before it gets there.
  const other = first.during(async () => undefined)
  await new Promise(resolve => void setImmediate(resolve))
  second.leave()
  let areBack = false
  void Promise.all([one, other]).then(() => (areBack = true))
  await new Promise(resolve => void setImmediate(resolve))
  expect([areBack, places.hasFree]).toEqual([true, false])
  first.leave()
  expect(places.hasFree).toBe(true)
})

test('who left for good while it waited for its place gives the place on', async () => {
  const places = new Places(1, () => undefined)
  const first = places.take()
  const answer = Promise.withResolvers<undefined>()
  const waits = first.during(() => answer.promise)
  const second = places.take()
  answer.resolve(undefined)
  await Promise.resolve()
  await Promise.resolve()
  first.leave()
  second.leave()
  await waits
  expect(places.hasFree).toBe(true)
})
