import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { YamlValue } from '../../yaml/yaml-value.ts'
import { EnvsubstError } from '../envsubst-error.ts'
import type { PostBuild } from './load-variables.ts'
import type { FluxManifest } from './manifest.ts'
import { substituteObject } from './substitute-object.ts'
import { SubstitutionError } from './substitution-error.ts'

const SWITCH = 'kustomize.toolkit.fluxcd.io/substitute'

function aConfigMap(data: YamlValue, metadata: Record<string, YamlValue> = {}): FluxManifest {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', ...metadata }, data }
}

function substitute(object: FluxManifest, postBuild?: PostBuild | null) {
  return substituteObject(object, postBuild, { find: () => undefined, strictness: 'lenient' })
}

function dataOf(data: YamlValue, vars: Record<string, string>): unknown {
  const substitution = substitute(aConfigMap(data), { substitute: vars })
  return substitution.outcome === 'substituted' ? substitution.object['data'] : substitution
}

describe('a value in an object', () => {
  const cases: { name: string; data: YamlValue; vars: Record<string, string>; want: unknown }[] = [
    { name: 'fills a string', data: { a: 'x-${v}' }, vars: { v: '1' }, want: { a: 'x-1' } },
    { name: 'becomes a number', data: { a: '${v}' }, vars: { v: '8080' }, want: { a: 8080 } },
    {
      name: 'becomes a boolean, as YAML 1.1 has them',
      data: ['${v}', '${w}'],
      vars: { v: 'on', w: 'n' },
      want: [true, false],
    },
    { name: 'becomes null when it is empty', data: { a: '${v}' }, vars: { v: '' }, want: { a: null } },
    { name: 'becomes a list', data: { a: '${v}' }, vars: { v: '[1, b]' }, want: { a: [1, 'b'] } },
    { name: 'becomes a mapping', data: { a: '${v}' }, vars: { v: '{b: c}' }, want: { a: { b: 'c' } } },
    { name: 'stays a string with a tag', data: { a: '${v}' }, vars: { v: '!!str 1' }, want: { a: '1' } },
    {
      name: 'stays a string between quotes out of a variable',
      data: { a: '${q}${v}${q}' },
      vars: { q: '"', v: '1' },
      want: { a: '1' },
    },
    {
      name: 'stays a string where the writer needs quotes',
      data: { a: '${v}: ' },
      vars: { v: '1' },
      want: { a: '1: ' },
    },
    { name: 'loses what follows a hash', data: { a: '${v}' }, vars: { v: 'b #c' }, want: { a: 'b' } },
    { name: 'changes a key', data: { '${v}': 'x' }, vars: { v: 'yes' }, want: { true: 'x' } },
    {
      name: 'fills a text of several lines',
      data: { a: 'b: ${v}\nc: 1\n' },
      vars: { v: '1' },
      want: { a: 'b: 1\nc: 1\n' },
    },
    {
      name: 'is not filled where it is escaped',
      data: { a: '$${v}' },
      vars: { v: '1' },
      want: { a: '${v}' },
    },
    {
      name: 'loses a space at which the writer folds the line',
      data: [`${'x'.repeat(90)} \${v// /_}`],
      vars: { v: 'a b' },
      want: [`${'x'.repeat(90)} a_b`],
    },
    {
      name: 'is found by no pattern that is folded',
      data: [`${'x'.repeat(78)}\${v// /_}`],
      vars: { v: 'a b' },
      want: [`${'x'.repeat(78)}a b`],
    },
  ]
  for (const { name, data, vars, want } of cases) test(name, () => expect(dataOf(data, vars)).toEqual(want))

  test('costs every large integer of the object its last digits', () => {
    expect(dataOf({ max: 9223372036854775807n, a: '${v}' }, { v: '1' })).toEqual({
      max: 2 ** 63,
      a: 1,
    })
  })
})

describe('an object', () => {
  const withVariable = aConfigMap({ a: '${v:=1}$$' })

  test('stays as it is when there are no variables, escapes and all', () => {
    expect(substitute(withVariable, { substitute: {} })).toEqual({
      outcome: 'no-variables',
      object: withVariable,
    })
    expect(substitute(withVariable, null)).toEqual({ outcome: 'no-variables', object: withVariable })
  })

  test('is substituted without variables when the strategy says so', () => {
    expect(substitute(withVariable, { substituteStrategy: 'Always' })).toEqual({
      outcome: 'substituted',
      object: aConfigMap({ a: '1$' }),
    })
  })

  for (const field of ['labels', 'annotations']) {
    test(`is left alone when its ${field} say so`, () => {
      const object = aConfigMap({ a: '${v}' }, { [field]: { [SWITCH]: 'disabled' } })
      expect(substitute(object, { substitute: { v: '1' } })).toEqual({ outcome: 'disabled', object })
    })
    test(`is not left alone when its ${field} say something else`, () => {
      const object = aConfigMap({ a: '${v}' }, { [field]: { [SWITCH]: 'Disabled' } })
      expect(substitute(object, { substitute: { v: '1' } }).outcome).toBe('substituted')
    })
  }

  test('that is left alone needs no sources', () => {
    const object = aConfigMap({}, { labels: { [SWITCH]: 'disabled' } })
    expect(substitute(object, { substituteFrom: [{ kind: 'Secret', name: 'none' }] }).outcome).toBe(
      'disabled',
    )
  })

  test('reports its unset variables when Flux is strict', () => {
    const object = aConfigMap({ a: '${one} ${two:-2}', b: '${three}' })
    const substitution = substituteObject(
      object,
      { substitute: { v: '' } },
      { find: () => undefined, strictness: 'strict' },
    )
    expect(substitution).toMatchObject({
      outcome: 'unset-variables',
      unset: [
        { name: 'one', line: 3, column: 6 },
        { name: 'three', line: 4, column: 6 },
      ],
    })
  })
})

describe('an object that Flux refuses', () => {
  const cases = [
    {
      name: 'has a name that is not allowed',
      object: aConfigMap({}),
      vars: { 'a-b': '' },
      code: 'INVALID_VARIABLE_NAME',
    },
    {
      name: 'is no YAML any more',
      object: aConfigMap({ a: '${v}' }),
      vars: { v: '*a' },
      code: 'RESULT_NOT_YAML',
    },
    {
      name: 'has a number that JSON does not know',
      object: aConfigMap({ a: '${v}' }),
      vars: { v: '.inf' },
      code: 'RESULT_NOT_YAML',
    },
    {
      name: 'is no object any more',
      object: { '${v}': '1', b: '"' },
      vars: { v: '"' },
      code: 'RESULT_NOT_AN_OBJECT',
    },
    {
      name: 'holds a control character',
      object: aConfigMap({ a: ['\u007f'] }),
      vars: { v: '' },
      code: 'OBJECT_NOT_WRITABLE',
    },
    {
      name: 'has a key with a control character',
      object: aConfigMap({ 'a\u0085': '' }),
      vars: { v: '' },
      code: 'OBJECT_NOT_WRITABLE',
    },
    {
      name: 'has a key that is too long',
      object: aConfigMap({ ['k'.repeat(1023)]: '' }),
      vars: { v: '' },
      code: 'OBJECT_NOT_WRITABLE',
    },
    {
      name: 'has a number that is none',
      object: aConfigMap(Number.NaN),
      vars: { v: '' },
      code: 'OBJECT_NOT_WRITABLE',
    },
    {
      name: 'has a text of several lines that begins with a tab',
      object: aConfigMap({ Makefile: '\tmake ${v}\n' }),
      vars: { v: 'all' },
      code: 'RESULT_BEGINS_WITH_TAB',
    },
    {
      name: 'has an expression that cannot be read',
      object: aConfigMap('${'),
      vars: { v: '' },
      code: 'VARIABLE_NAME_EXPECTED',
    },
  ]
  for (const { name, object, vars, code } of cases) {
    test(name, () => expect(() => substitute(object, { substitute: { ...vars } })).toThrow(codeOf(code)))
  }

  test('does not give away what is in a variable', () => {
    expect(() => substitute(aConfigMap({ a: '${v}' }), { substitute: { v: '*hunter2' } })).toThrow(
      expect.objectContaining({
        message:
          'cannot substitute variables: it is not valid YAML after substitution: UNKNOWN_ANCHOR at line 3, column 6 of the result',
      }),
    )
  })
})

function codeOf(code: string): unknown {
  return expect.objectContaining({ code })
}

describe('substituteObject, for any values,', () => {
  test('returns a result or one of its own errors', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('*a', '{', '[', '"', '- a', '? ', '!!int x', '|'),
    )
    const text = fc.constantFrom('${a}', '${a}: ${b}', '"${a}', '${b:0:2}', '${a} ${b} #')
    fc.assert(
      fc.property(value, value, fc.dictionary(fc.oneof(text, fc.string()), text), (a, b, data) => {
        expect(outcomeOf(() => substitute(aConfigMap(data), { substitute: { a, b } }))).toBe('expected')
      }),
      { numRuns: 100 },
    )
  })
})

function outcomeOf(work: () => unknown): unknown {
  try {
    work()
    return 'expected'
  } catch (error) {
    return error instanceof EnvsubstError || error instanceof SubstitutionError ? 'expected' : error
  }
}
