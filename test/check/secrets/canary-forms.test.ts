import { Buffer } from 'node:buffer'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canaryForms } from './canary-forms.ts'

/** The name of the form in which a value was found, or nothing. */
function foundIn(text: string, value: string): string | undefined {
  return canaryForms({ name: 'x', value }).find(form => text.includes(form.text))?.form
}

const value = 'CANARY <"7/é&> \\'

describe('A value', () => {
  test.for([
    { form: 'raw', text: `password is ${value}!` },
    { form: 'JSON', text: JSON.stringify({ password: value }) },
    { form: 'JSON', text: '"CANARY \\u003c\\"7/é\\u0026\\u003e \\\\"' },
    { form: 'URL', text: `/x?password=${encodeURIComponent(value)}` },
    { form: 'URL', text: new URLSearchParams({ password: value }).toString() },
    { form: 'base64', text: Buffer.from(value).toString('base64') },
    { form: 'base64', text: Buffer.from(value).toString('base64url') },
    { form: 'base64 twice', text: base64(base64(value)) },
    { form: undefined, text: 'CANARY' },
  ])('is found as $form in $text', ({ form, text }) => expect(foundIn(text, value)).toBe(form))

  test('is found in base64 wherever it stands', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 8 }), fc.string(), (before, secret, after) => {
        expect(foundIn(base64(`${before}${secret}${after}`), secret)).toBeDefined()
        expect(foundIn(base64(base64(`${before}${secret}${after}`)), secret)).toBeDefined()
      }),
    )
  })

  test('is found by any long line of it', () => {
    const key = 'first line\nshort\nthird line'
    expect(foundIn('it says: third line.', key)).toBe('raw')
    expect(foundIn('it says: short.', key)).toBeUndefined()
  })

  test('that is too short to be one is not looked for', () => {
    expect(canaryForms({ name: 'x', value: '1234567' })).toEqual([])
  })
})

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
