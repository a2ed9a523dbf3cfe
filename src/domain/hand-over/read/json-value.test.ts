import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_JSON_DEPTH, jsonValueAt, readJsonValue } from './json-value.ts'

function at(text: string, ...path: string[]): unknown {
  const json = readJsonValue(text)
  return typeof json === 'string' ? json : jsonValueAt(json, path)
}

function deep(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels)
}

describe('A value inside of JSON', () => {
  const cases = [
    { name: 'is a text as it is', text: '{"a":"x\\n\\"y"}', path: ['a'], want: 'x\n"y' },
    {
      name: 'is a number with all its digits',
      text: '{"a":12345678901234567890.10}',
      path: ['a'],
      want: '12345678901234567890.10',
    },
    { name: 'is a boolean', text: '{"a":false}', path: ['a'], want: 'false' },
    { name: 'is an item of a list', text: '{"a":["x",{"b":-1e3}]}', path: ['a', '1', 'b'], want: '-1e3' },
    { name: 'is a list, compact', text: '{"a":[ 1, "n2", null ]}', path: ['a'], want: '[1,"n2",null]' },
    {
      name: 'is an object, keys in order',
      text: '{"a":{"b":"s","a":{ }, "__proto__": [ ]}}',
      path: ['a'],
      want: '{"__proto__":[],"a":{},"b":"s"}',
    },
    {
      name: 'may have a key of every name',
      text: '{"__proto__":{"constructor":"x"}}',
      path: ['__proto__', 'constructor'],
      want: 'x',
    },
    { name: 'is the last of two', text: '{"a":"1","a":"2"}', path: ['a'], want: '2' },
    { name: 'may be empty', text: '{"a":""}', path: ['a'], want: '' },
  ]
  test.for(cases)('$name', ({ text, path, want }) =>
    expect(at(text, ...path)).toEqual({ kind: 'found', text: want }),
  )

  const missing = [
    { name: 'is missing where no field has the name', text: '{"a":{}}', path: ['a', 'b'], depth: 1 },
    { name: 'is missing where it is null', text: '{"a":null}', path: ['a'], depth: 0 },
    { name: 'is missing inside of a text', text: '{"a":"xyz"}', path: ['a', 'length'], depth: 1 },
    { name: 'is missing inside of a number', text: '{"a":1}', path: ['a', '0'], depth: 1 },
    { name: 'is missing behind the end of a list', text: '[1]', path: ['1'], depth: 0 },
    { name: 'is missing at what is no index', text: '[1]', path: ['00'], depth: 0 },
    { name: 'is missing at what only lists of JavaScript have', text: '[1]', path: ['length'], depth: 0 },
    { name: 'is missing at what every object inherits', text: '{}', path: ['toString'], depth: 0 },
  ]
  test.for(missing)('$name', ({ text, path, depth }) =>
    expect(at(text, ...path)).toEqual({ kind: 'missing', depth }),
  )

  test.for(['', '{', "{'a':1}", 'nul', '"a', '[1,]', '{"a":01}'])('cannot be in %s', text =>
    expect(readJsonValue(text)).toBe('not-json'),
  )

  test('cannot be deeper than any output', () => {
    expect(typeof readJsonValue(deep(MAX_JSON_DEPTH))).toBe('object')
    expect(readJsonValue(deep(MAX_JSON_DEPTH + 1))).toBe('too-deep')
    expect(readJsonValue('['.repeat(1_000_000))).toBe('too-deep')
    expect(readJsonValue(`"${'['.repeat(1000)}\\"${'{'.repeat(1000)}"`)).toEqual(expect.any(Object))
  })

  test('keeps its meaning, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, key) => {
        fc.pre(value !== null)
        const json = readJsonValue(JSON.stringify({ [key]: value }))
        const answer = typeof json === 'object' ? jsonValueAt(json, [key]) : undefined
        const text = answer?.kind === 'found' ? answer.text : ''
        const meaning: unknown = typeof value === 'string' ? text : JSON.parse(text)
        expect(meaning).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
