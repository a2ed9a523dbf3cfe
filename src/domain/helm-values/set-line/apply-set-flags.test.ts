import { describe, expect, test } from 'vitest'
import { applySetFlags } from './apply-set-flags.ts'
import { SetLineError } from './set-line-error.ts'

describe('applySetFlags', () => {
  const cases = [
    { name: 'changes nothing without flags', given: {}, want: { a: { x: 1 } } },
    {
      name: 'applies JSON first and literals last, whatever the order on the command line was',
      given: {
        setLiteral: ['v=literal'],
        setString: ['v=1', 's=2'],
        set: ['v=true', 's=3'],
        setJson: ['v={}', 's=[]'],
      },
      want: { a: { x: 1 }, v: 'literal', s: '2' },
    },
    {
      name: 'lets the later of two flags of a kind win',
      given: { set: ['b=1', 'b=2'] },
      want: { a: { x: 1 }, b: 2 },
    },
    {
      name: 'merges a JSON object at the top',
      given: { setJson: ['\u00a0{"a":{"y":[2]},"b":null}\n'] },
      want: { a: { x: 1, y: [2] }, b: null },
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(applySetFlags(given, { a: { x: 1 } })).toStrictEqual(want))
  }

  test('leaves the given values as they are', () => {
    const values = { a: { x: 1 } }
    applySetFlags({ setJson: ['{"a":{"x":2}}'], set: ['a.x=3'] }, values)
    expect(values).toStrictEqual({ a: { x: 1 } })
  })

  const refused = ['{"a":1', '{"a":1} x', '{a:1}']
  test.each(refused)('refuses the JSON object %s', line => {
    expect(() => applySetFlags({ setJson: [line] })).toThrow(SetLineError)
  })
})
