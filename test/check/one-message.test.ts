import { expect, test } from 'vitest'
import { notificationOf } from '../../src/domain/notify/notification.ts'
import { aFact, heldStatus, readyStatus } from '../domain/sample-fact.ts'
import { checkOneMessage, type Message } from './one-message.ts'

const held = aFact(heldStatus())
const ready = aFact(readyStatus('2026-11-16T12:00:30Z'))
const green = aFact(heldStatus(), { name: 'green', uid: 'green' })

function aMessage(parts: Partial<Message> = {}): Message {
  return { t: 1000, by: 'fitout-1', notification: notificationOf([held]), ...parts }
}

test('each fact may be reported once, of each cluster, and again by the next controller', () => {
  const others = [ready, green].map(fact => aMessage({ notification: notificationOf([fact]) }))
  expect(checkOneMessage([aMessage(), ...others, aMessage({ by: 'fitout-2' })])).toEqual([])
})

test.for([
  { name: 'alone', facts: [held] },
  { name: 'with others', facts: [green, held] },
  { name: 'under another key', facts: [{ ...held, key: 'another' }] },
])('a fact that is told again is found: $name', ({ facts: [first = held, ...rest] }) => {
  const again = aMessage({ t: 2000, notification: notificationOf([first, ...rest]) })
  expect(checkOneMessage([aMessage(), again])).toEqual([
    {
      rule: 'oneMessage',
      t: 2000,
      sentence: 'fitout-1 told people twice: prod/blue HandOverKeyMissing',
    },
  ])
})
