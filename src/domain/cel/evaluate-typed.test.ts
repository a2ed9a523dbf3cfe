import { expect, test } from 'vitest'
import { evaluateString, evaluateStringList } from './evaluate-typed.ts'
import { parseCel } from './parse-cel.ts'

test('texts and lists of texts are taken as they are', () => {
  const [text, list] = [parseCel("'a' + 'b'"), parseCel("['a', 'b']")]
  if (!text.ok || !list.ok) throw new Error('cannot parse')
  expect(evaluateString(text.expression, {})).toEqual({ ok: true, value: 'ab' })
  expect(evaluateStringList(list.expression, {})).toEqual({ ok: true, value: ['a', 'b'] })
  expect(evaluateString(list.expression, {})).toMatchObject({ ok: false, error: { code: 'CEL_WRONG_TYPE' } })
})
