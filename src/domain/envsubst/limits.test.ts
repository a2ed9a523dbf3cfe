import { expect, test } from 'vitest'
import { processTemplate } from './clusterctl/process-template.ts'
import { expand, lookupIn } from './expand.ts'
import { MAX_EXPRESSIONS, MAX_TEXT_LENGTH } from './expression-reader.ts'

const lookup = lookupIn({ a: 'x' })
const taken = [
  { name: 'as many characters as there may be', given: '$'.padEnd(MAX_TEXT_LENGTH, '-') },
  { name: 'as many expressions', given: '${a}'.repeat(MAX_EXPRESSIONS) },
  { name: 'as many escapes', given: '$$'.repeat(100_000) },
]
test.each(taken)('expand takes $name', ({ given }) => {
  const want = given.replaceAll('${a}', 'x').replaceAll('$$', '$$')
  expect(expand(given, lookup, 'strict')).toEqual({ ok: true, text: want })
})

const refused = [
  {
    name: 'one character more',
    given: ' '.repeat(MAX_TEXT_LENGTH + 1),
    want: ['TEXT_TOO_LARGE', MAX_TEXT_LENGTH],
  },
  {
    name: 'one expression more',
    given: '${a}'.repeat(MAX_EXPRESSIONS + 1),
    want: ['TOO_MANY_EXPRESSIONS', 4 * MAX_EXPRESSIONS],
  },
  { name: 'one escape more', given: '$$'.repeat(100_001), want: ['TOO_MANY_EXPRESSIONS', 200_000] },
  { name: 'a long default', given: `\${a:-${'x'.repeat(70_000)}}`, want: ['TEXT_TOO_LARGE', 0] },
  { name: 'a long name', given: `-\${${'a'.repeat(70_000)}}`, want: ['TEXT_TOO_LARGE', 1] },
]
test.each(refused)('expand refuses $name', ({ given, want: [code, offset] }) => {
  expect(() => expand(given, lookup, 'strict')).toThrow(expect.objectContaining({ code, offset }))
})

test('processTemplate counts the expressions that it rewrites', () => {
  const given = '${ a }'.repeat(MAX_EXPRESSIONS + 1)
  const want = { code: 'TOO_MANY_EXPRESSIONS', offset: 6 * MAX_EXPRESSIONS }
  expect(() => processTemplate(given, lookup)).toThrow(expect.objectContaining(want))
})
