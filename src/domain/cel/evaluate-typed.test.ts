import { expect, test } from 'vitest'
import { evaluateBoolean } from './evaluate-typed.ts'
import { parseCel } from './parse-cel.ts'

test('a boolean is taken as it is, and nothing else is converted to one', () => {
  const [boolean, text] = [parseCel('1 < 2'), parseCel("'true'")]
  if (!boolean.ok || !text.ok) throw new Error('cannot parse')
  expect(evaluateBoolean(boolean.expression, {})).toEqual({ ok: true, value: true })
  expect(evaluateBoolean(text.expression, {})).toMatchObject({ ok: false, error: { code: 'CEL_WRONG_TYPE' } })
})
