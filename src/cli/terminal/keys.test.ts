import { describe, expect, test } from 'vitest'
import { readKeys } from './keys.ts'

describe('What a terminal sends', () => {
  const cases = [
    { name: 'is letters and numbers', given: 'q1', keys: ['q', '1'] },
    { name: 'is the cursor keys in both of their modes', given: '\u001B[A\u001BOB', keys: ['up', 'down'] },
    {
      name: 'is keys with numbers',
      given: '\u001B[5~\u001B[6~\u001B[1~',
      keys: ['page-up', 'page-down', 'home'],
    },
    { name: 'is a cursor key with Shift', given: '\u001B[1;2A', keys: ['up'] },
    { name: 'is Ctrl-C', given: '\u0003', keys: ['ctrl-c'] },
    { name: 'is Escape alone, and then a letter', given: '\u001Bj', keys: ['escape', 'j'] },
    { name: 'is Enter', given: '\r', keys: ['enter'] },
    { name: 'is nothing for keys that mean nothing here', given: '\u001B[3~\u0001\u001B[M', keys: [] },
    { name: 'is one key for one character, however wide', given: '集', keys: ['集'] },
  ]
  test.for(cases)('$name', ({ given, keys }) => expect(readKeys(given)).toEqual({ keys, rest: '' }))

  test.for(['\u001B[', '\u001BO', '\u001B[1;'])('waits for the rest of %j', rest => {
    expect(readKeys(`j${rest}`)).toEqual({ keys: ['j'], rest })
  })
})
