import { expect, test } from 'vitest'
import { applyJsonPatch, JsonPatchError } from './json-patch.ts'

test('A JSON patch copies what is there', () => {
  const patch = [{ op: 'copy', from: '/a', path: '/b' }]
  expect(applyJsonPatch({ a: { x: [1] } }, patch)).toEqual({ a: { x: [1] }, b: { x: [1] } })
})

test('A JSON patch that doubles the object again and again is refused', () => {
  const patch = Array.from({ length: 100 }, (_, index) => ({ op: 'copy', from: '', path: `/copy${index}` }))
  expect(() => applyJsonPatch({ a: 1 }, patch)).toThrow(
    new JsonPatchError('the object has more than 100000 values to copy'),
  )
})
