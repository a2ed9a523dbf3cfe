import { describe, expect, test } from 'vitest'
import { type LinePart, aCleanRun, aHistory, handedOver, saidReady } from '../sample-history.ts'
import { checkSecrets } from './check-secrets.ts'

const canary = { name: 'blue-eks/queue_name', value: 'CANARY-12345' }
const told: LinePart = {
  ...saidReady([]),
  body: { status: { cause: { message: 'bad value CANARY-12345' } } },
}

describe('Secrets', () => {
  test('are not told in a clean run', () => {
    expect(
      checkSecrets(aCleanRun(), { canaries: [canary], sinks: [{ name: 'log', text: 'all is well' }] }),
    ).toEqual([])
  })

  test('may stand in Secrets', () => {
    const secret = { ...handedOver('secrets'), body: { data: { a: btoa(canary.value) } } }
    expect(checkSecrets(aHistory(secret), { canaries: [canary] })).toEqual([])
  })

  test.for([
    { name: 'what was sent', line: told },
    { name: 'what was answered', line: { ...told, body: {}, object: told.body } },
    { name: 'what others sent', line: { ...told, actor: 'capi' } },
  ])('are found in $name', ({ line }) => {
    expect(checkSecrets(aHistory(line), { canaries: [canary] })).toEqual([
      {
        rule: 'secrets',
        seq: 1,
        t: 1000,
        sentence:
          'apply clusterfitouts.fitout.dev/status default/blue holds the value of blue-eks/queue_name (raw)',
      },
    ])
  })

  test('are found in a log, by the line, and are not repeated', () => {
    const sinks = [{ name: 'log of fitout', text: `started\nsent ${btoa('x: CANARY-12345')}\n` }]
    expect(checkSecrets([], { canaries: [canary], sinks })).toEqual([
      { rule: 'secrets', sentence: 'log of fitout, line 2, holds the value of blue-eks/queue_name (base64)' },
    ])
  })
})
