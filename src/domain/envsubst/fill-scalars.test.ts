import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { YamlValue } from '../yaml/yaml-value.ts'
import { lookupIn } from './expand.ts'
import { type FillProblem, type FillProblemCode, fillScalars } from './fill-scalars.ts'

function fill(value: YamlValue, vars: Record<string, string> = {}) {
  return fillScalars(value, lookupIn(vars))
}

function problemsOf(value: YamlValue, vars: Record<string, string> = {}): readonly FillProblem[] {
  const filled = fill(value, vars)
  return filled.ok ? [] : filled.problems
}

function codesOf(value: YamlValue, vars: Record<string, string> = {}): FillProblemCode[] {
  return problemsOf(value, vars).map(({ code }) => code)
}

describe('fillScalars', () => {
  test('fills strings, wherever they are, and nothing else', () => {
    const template = { kind: 'A', spec: { list: ['${a}', 1, true, null, 2n ** 60n], text: 'x-${a}-${b:=2}' } }
    expect(fill(template, { a: 'one' })).toEqual({
      ok: true,
      value: { kind: 'A', spec: { list: ['one', 1, true, null, 2n ** 60n], text: 'x-one-2' } },
    })
  })

  test('keeps a string a string, whatever the value looks like', () => {
    expect(fill({ port: '${p}', list: '${l}', none: '${n}' }, { p: '8080', l: '[1, 2]', n: '' })).toEqual({
      ok: true,
      value: { port: '8080', list: '[1, 2]', none: '' },
    })
  })

  test('keeps line breaks of a value', () => {
    expect(fill(['${a}'], { a: 'x\n---\nkind: ClusterRoleBinding' })).toEqual({
      ok: true,
      value: ['x\n---\nkind: ClusterRoleBinding'],
    })
  })

  test('returns what has no variables without a copy', () => {
    const value = { a: [{ b: 'c' }] }
    expect(fill(value)).toEqual({ ok: true, value })
    expect(fill(value)).toHaveProperty('value', value)
  })

  test('keeps a key that is dangerous to copy', () => {
    const value = fill(Object.fromEntries([['__proto__', { a: '${a}' }]]), { a: '1' })
    expect(JSON.stringify(value)).toBe('{"ok":true,"value":{"__proto__":{"a":"1"}}}')
  })

  test('names every place where a variable is not set', () => {
    expect(fill({ metadata: { annotations: { 'a.b/c': '${x} ${y:-1}' } }, items: [0, '${y}${x}'] })).toEqual({
      ok: false,
      problems: [
        {
          code: 'VARIABLE_NOT_SET',
          path: ['metadata', 'annotations', 'a.b/c'],
          message: 'cannot substitute variables in metadata.annotations["a.b/c"]: variable "x" is not set',
          variable: 'x',
        },
        {
          code: 'VARIABLE_NOT_SET',
          path: ['items', 1],
          message: 'cannot substitute variables in items[1]: variable "y" is not set',
          variable: 'y',
        },
        {
          code: 'VARIABLE_NOT_SET',
          path: ['items', 1],
          message: 'cannot substitute variables in items[1]: variable "x" is not set',
          variable: 'x',
        },
      ],
    })
  })

  const deep = Array.from({ length: 2000 }).reduce<YamlValue>(inner => [inner], '')
  const shared = Array.from({ length: 50 }).reduce<YamlValue>(part => [part, part], '')
  const cases = [
    {
      name: 'refuses a variable in a key',
      value: { data: { '${a}': 'x' } },
      want: 'VARIABLE_IN_KEY data.${a}',
    },
    { name: 'refuses a key that cannot be read', value: { '${': 'x' }, want: 'VARIABLE_IN_KEY ${' },
    { name: 'leaves an escape in a key alone', value: { '$${a}': 'x' }, want: '' },
    { name: 'refuses a variable in the kind', value: { kind: '${a}' }, want: 'VARIABLE_IN_TYPE kind' },
    {
      name: 'refuses a variable in the API version',
      value: { apiVersion: '${a}/v1' },
      want: 'VARIABLE_IN_TYPE apiVersion',
    },
    { name: 'lets another field be called kind', value: { subject: { kind: '${a}' } }, want: '' },
    { name: 'refuses what Flux cannot read', value: ['${a-b}'], want: 'MISSING_CLOSING_BRACE 0' },
    { name: 'refuses to drop what follows a NUL', value: ['${a}\0b'], want: 'TEXT_CUT 0' },
    { name: 'refuses half a character', value: ['${b:0:1}'], want: 'CHARACTER_CUT 0' },
  ]
  for (const { name, value, want } of cases) {
    test(name, () => {
      const problems = problemsOf(value, { a: 'x', b: 'é' })
      expect(problems.map(({ code, path }) => `${code} ${path.join('.')}`).join()).toBe(want)
    })
  }

  test('refuses a value that is deeper than any manifest', () => {
    expect(codesOf(deep)).toEqual(['TOO_DEEP'])
  })

  test('refuses a value whose parts are shared too often', () => {
    expect(codesOf(shared)).toEqual(['TOO_LARGE'])
  })

  test('refuses a value that would grow without end', () => {
    const many = Array.from({ length: 100 }, () => '${a}')
    expect(codesOf(many, { a: 'x'.repeat(1_000_000) })).toEqual(['TOO_LARGE'])
  })
})

const hostile = fc.constantFrom(
  'x\n---\nkind: ClusterRoleBinding',
  '"}\n- a: b',
  "'",
  '{a: b}',
  '[1]',
  '!!binary x',
  '&a *a',
  '# no',
  '${a}',
  '$${a}',
  '\u2028',
  'true',
)
const { value: anyTemplate } = fc.letrec<{ value: YamlValue }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('${a}', 'x${a}y${b}', '${a:-d}', '$$', 'plain'),
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value')),
  ),
}))

describe('fillScalars, for any manifest and any values,', () => {
  test('changes nothing but strings', () => {
    fc.assert(
      fc.property(
        anyTemplate,
        fc.oneof(hostile, fc.string()),
        fc.oneof(hostile, fc.string()),
        (template, a, b) => {
          fc.pre(codesOf(template, { a: '', b: '' }).length === 0)
          const filled = fill(template, { a, b })
          expect(filled.ok && shapeOf(filled.value)).toEqual(shapeOf(template))
        },
      ),
      { numRuns: 200 },
    )
  })
})

/** The value with every string replaced by the same one. */
function shapeOf(value: YamlValue): unknown {
  return JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? 's' : part)))
}
