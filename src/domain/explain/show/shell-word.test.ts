import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { shellWord } from './shell-word.ts'

test('A plain name stays as it is', () => {
  expect(['payments-eu', 'prod/payments-eu', 'a.b:c=d@e%f+g', 'label-'].map(shellWord)).toEqual([
    'payments-eu',
    'prod/payments-eu',
    'a.b:c=d@e%f+g',
    'label-',
  ])
})

test('Whatever else is given, a shell takes it as one word', () => {
  const words = fc.sample(fc.string({ unit: 'grapheme-ascii', minLength: 0, maxLength: 20 }), 200)
  const shown = execFileSync('sh', [
    '-c',
    `printf '%s\\n' ${['$(id)', "it's", '', '*', ...words].map(shellWord).join(' ')}`,
  ])
  expect(shown.toString().split('\n').slice(0, -1)).toEqual(['$(id)', "it's", '', '*', ...words])
})
