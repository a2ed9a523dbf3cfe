import { expect, test } from 'vitest'
import { formatPath } from './object-path.ts'

test('formatPath writes a path as people do', () => {
  expect(formatPath(['spec', 'containers', 0, 'image'])).toBe('spec.containers[0].image')
})

test('formatPath puts keys in brackets that would be read as more than one', () => {
  expect(formatPath(['metadata', 'labels', 'a.b/c', 1])).toBe('metadata.labels["a.b/c"][1]')
})

test('formatPath of nothing is empty', () => expect(formatPath([])).toBe(''))
