import { expect, test } from 'vitest'
import { oncePerObject } from './once-per-object.ts'

test('the same object is looked at once, an equal one by itself', () => {
  const seen: object[] = []
  const look = oncePerObject((given: { readonly name: string }) => {
    seen.push(given)
    return given.name === '' ? undefined : given.name
  })
  const [blue, nameless] = [{ name: 'blue' }, { name: '' }]
  expect([blue, blue, nameless, nameless, { name: 'blue' }].map(look)).toEqual([
    'blue',
    'blue',
    undefined,
    undefined,
    'blue',
  ])
  expect(seen).toEqual([blue, nameless, { name: 'blue' }])
})

test('what failed is tried again', () => {
  let tries = 0
  const look = oncePerObject((_: object) => {
    tries += 1
    if (tries === 1) throw new Error('not yet')
    return tries
  })
  const given = {}
  expect(() => look(given)).toThrow('not yet')
  expect([look(given), look(given)]).toEqual([2, 2])
})
