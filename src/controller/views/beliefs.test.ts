import { expect, test } from 'vitest'
import { Beliefs } from './beliefs.ts'

const SECOND = 1000
const trusting = { fresh: false }

function atTime() {
  const time = { ms: 0 }
  return { time, beliefs: new Beliefs({ elapsed: () => time.ms }) }
}

test('what was well is believed for a moment, and not until the next look that no event calls for', () => {
  const { time, beliefs } = atTime()
  expect(beliefs.spares('/readyz', trusting)).toBe(false)
  beliefs.note('/readyz')
  time.ms = 3 * SECOND
  expect(beliefs.spares('/readyz', trusting)).toBe(true)
  time.ms = 5 * SECOND
  expect(beliefs.spares('/readyz', trusting)).toBe(false)
})

test('nothing is believed of what depends on something else by now', () => {
  const { beliefs } = atTime()
  beliefs.note('values', [{ version: 1 }, 'v1.35.0'])
  expect(beliefs.spares('values', { ...trusting, of: [{ version: 1 }, 'v1.35.0'] })).toBe(true)
  expect(beliefs.spares('values', { ...trusting, of: [{ version: 2 }, 'v1.35.0'] })).toBe(false)
  expect(beliefs.spares('other values', { ...trusting, of: [{ version: 1 }, 'v1.35.0'] })).toBe(false)
})

test('nothing is believed of what was found not to be well since', () => {
  const { beliefs } = atTime()
  beliefs.note('/readyz')
  expect(beliefs.spares('/readyz', { fresh: true })).toBe(false)
  expect(beliefs.spares('/readyz', trusting)).toBe(false)
})
