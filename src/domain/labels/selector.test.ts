import { describe, expect, test } from 'vitest'
import { parseSelector } from './parse-selector.ts'
import { formatSelector, formatUnmet, matchesSelector, selectsNothing } from './selector.ts'

const labels = { env: 'prod', tier: '', size: '12', name: 'web' }

describe('An object with labels is chosen', () => {
  const cases = [
    '',
    'env',
    'env=prod',
    'env==prod',
    'env in (test,prod)',
    'tier=',
    'tier in ()',
    'env!=test',
    'env notin (test)',
    'missing!=test',
    'missing notin (test)',
    '!missing',
    'size>11',
    'size<13',
    'size>0011',
    'env=prod,size>1,!missing',
  ]
  for (const selector of cases) test(`by "${selector}"`, () => expect(chooses(selector)).toBe(true))
})

describe('An object with labels is not chosen', () => {
  const cases = [
    'env=Prod',
    'Env=prod',
    '!env',
    'missing',
    'missing=',
    'missing in ()',
    'env!=prod',
    'env notin (prod,test)',
    'size>12',
    'size<12',
    'name>1',
    'name<1',
    'missing<1',
    'env=prod,missing',
    'toString',
    'valueOf',
  ]
  for (const selector of cases) test(`by "${selector}"`, () => expect(chooses(selector)).toBe(false))
})

test('An object without labels is chosen by what asks for none', () => {
  expect(matchesSelector(parseSelector('!a,b!=c'), undefined)).toBe(true)
  expect(matchesSelector(parseSelector('a'), undefined)).toBe(false)
})

test('The selector of nothing chooses nothing and has no text', () => {
  expect(matchesSelector(selectsNothing, labels)).toBe(false)
  expect(formatSelector(selectsNothing)).toBe('')
  expect(formatUnmet(selectsNothing, {})).toBe('')
})

test('A selector is written in one way', () => {
  expect(formatSelector(parseSelector(' z in ( b,a ) , ! y,x == 1,w > 2, v!=, u'))).toBe(
    'u,v!=,w>2,x==1,!y,z in (a,b)',
  )
})

test('what labels do not meet is told as kubectl takes it, and nothing of what they meet', () => {
  const selector = parseSelector('a=1,b in (2,3),!c,d')
  expect(formatUnmet(selector, { a: '1', c: '', d: '' })).toBe('b in (2,3),!c')
  expect(formatUnmet(selector, { a: '1', b: '2', d: '' })).toBe('')
})

function chooses(selector: string): boolean {
  return matchesSelector(parseSelector(selector), labels)
}
