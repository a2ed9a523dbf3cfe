import { beforeEach, expect, test } from 'vitest'
import { WordPace } from './word-pace.ts'

let now: number
let pace: WordPace
beforeEach(() => {
  now = 1000
  pace = new WordPace({ elapsed: () => now })
})

test('the first word may be said at once', () => {
  expect(pace.dueInMs('blue', { isNews: false })).toBe(0)
})

test('other words for the same fact wait until the last ones have stood for ten seconds', () => {
  pace.said('blue')
  now += 4000
  expect(pace.dueInMs('blue', { isNews: false })).toBe(6000)
  now += 6000
  expect(pace.dueInMs('blue', { isNews: false })).toBe(0)
})

test('news do not wait', () => {
  pace.said('blue')
  expect(pace.dueInMs('blue', { isNews: true })).toBe(0)
})

test('news without end wait, too: two controllers that contradict each other must not write for ever', () => {
  for (let said = 0; said < 20; said++) {
    expect(pace.dueInMs('blue', { isNews: true })).toBe(0)
    pace.said('blue')
    now += 100
  }
  expect(pace.dueInMs('blue', { isNews: true })).toBe(8000)
})

test('what one cluster says keeps no other from speaking, nor a new one of its name', () => {
  pace.said('blue')
  expect(pace.dueInMs('green', { isNews: false })).toBe(0)
  pace.forget('blue')
  expect(pace.dueInMs('blue', { isNews: false })).toBe(0)
})
