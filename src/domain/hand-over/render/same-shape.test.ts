import { expect, test } from 'vitest'
import type { YamlValue } from '../../yaml/yaml-value.ts'
import { hasSameShape, isSameValue } from './same-shape.ts'

const template: YamlValue = { a: 'x', b: [1, 'y', null, 2n], c: { d: true } }

const cases: { name: string; after: YamlValue; shape: boolean; value: boolean }[] = [
  { name: 'the same', after: { a: 'x', b: [1, 'y', null, 2n], c: { d: true } }, shape: true, value: true },
  {
    name: 'another text',
    after: { a: '', b: [1, '---', null, 2n], c: { d: true } },
    shape: true,
    value: false,
  },
  {
    name: 'a number for a text',
    after: { a: 1, b: [1, 'y', null, 2n], c: { d: true } },
    shape: false,
    value: false,
  },
  {
    name: 'a text for a number',
    after: { a: 'x', b: ['1', 'y', null, 2n], c: { d: true } },
    shape: false,
    value: false,
  },
  {
    name: 'another number',
    after: { a: 'x', b: [1, 'y', null, 3n], c: { d: true } },
    shape: false,
    value: false,
  },
  {
    name: 'another boolean',
    after: { a: 'x', b: [1, 'y', null, 2n], c: { d: false } },
    shape: false,
    value: false,
  },
  {
    name: 'a longer list',
    after: { a: 'x', b: [1, 'y', null, 2n, 3], c: { d: true } },
    shape: false,
    value: false,
  },
  {
    name: 'a shorter list',
    after: { a: 'x', b: [1, 'y', null], c: { d: true } },
    shape: false,
    value: false,
  },
  {
    name: 'another key',
    after: { a: 'x', b: [1, 'y', null, 2n], c: { e: true } },
    shape: false,
    value: false,
  },
  {
    name: 'one more key',
    after: { a: 'x', b: [1, 'y', null, 2n], c: { d: true }, e: 1 },
    shape: false,
    value: false,
  },
  {
    name: 'keys in another order',
    after: { b: [1, 'y', null, 2n], a: 'x', c: { d: true } },
    shape: false,
    value: false,
  },
  {
    name: 'a list for an object',
    after: { a: 'x', b: [1, 'y', null, 2n], c: [true] },
    shape: false,
    value: false,
  },
  {
    name: 'an object for a list',
    after: { a: 'x', b: { 0: 1, 1: 'y', 2: null, 3: 2n }, c: { d: true } },
    shape: false,
    value: false,
  },
  {
    name: 'an object for a text',
    after: { a: {}, b: [1, 'y', null, 2n], c: { d: true } },
    shape: false,
    value: false,
  },
  {
    name: 'nothing for an object',
    after: { a: 'x', b: [1, 'y', null, 2n], c: null },
    shape: false,
    value: false,
  },
]
test.for(cases)('Shapes are distinguished: $name', ({ after, shape, value }) => {
  expect(hasSameShape(template, after)).toBe(shape)
  expect(isSameValue(template, after)).toBe(value)
})
