import { beforeEach, expect, test } from 'vitest'
import { StatusThrottle } from './status-throttle.ts'

let now: number
let throttle: StatusThrottle
beforeEach(() => {
  now = 1000
  throttle = new StatusThrottle({ elapsed: () => now })
})

test('the first status may be written at once', () => {
  expect(throttle.dueInMs('blue', { isStatusChange: false })).toBe(0)
})

test('another wording of the same fact waits until the last one has stood for ten seconds', () => {
  throttle.said('blue')
  now += 4000
  expect(throttle.dueInMs('blue', { isStatusChange: false })).toBe(6000)
  now += 6000
  expect(throttle.dueInMs('blue', { isStatusChange: false })).toBe(0)
})

test('a new fact does not wait', () => {
  throttle.said('blue')
  expect(throttle.dueInMs('blue', { isStatusChange: true })).toBe(0)
})

test('new facts without end wait, too: two controllers that contradict each other must not write for ever', () => {
  for (let said = 0; said < 20; said++) {
    expect(throttle.dueInMs('blue', { isStatusChange: true })).toBe(0)
    throttle.said('blue')
    now += 100
  }
  expect(throttle.dueInMs('blue', { isStatusChange: true })).toBe(8000)
})

test('the status of one cluster delays no other, nor that of a new cluster of the same name', () => {
  throttle.said('blue')
  expect(throttle.dueInMs('green', { isStatusChange: false })).toBe(0)
  throttle.forget('blue')
  expect(throttle.dueInMs('blue', { isStatusChange: false })).toBe(0)
})
