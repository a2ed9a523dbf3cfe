import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { causeReasons, isCauseReason } from '../cause-reason.ts'
import { causeIndex, causePage, pageName } from './cause-page.ts'

const folder = join(import.meta.dirname, '../../../../docs/reference/causes')
const reasons = Object.keys(causeReasons).filter(isCauseReason)
const headings = ['What it means', 'How it is proven', 'How to fix it', 'Example']

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}

test('Every reason has a page, and every page a reason', () => {
  expect(readdirSync(folder).toSorted()).toEqual(['README.md', ...reasons.map(pageName)].toSorted())
})

test.for(reasons)('The page of %s is what the program prints, with its four headings', reason => {
  const page = read(pageName(reason))
  expect(page).toBe(causePage(reason))
  expect([...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(headings)
})

test('The list has a row for every reason', () => {
  const index = read('README.md')
  expect(index).toBe(causeIndex())
  expect([...index.matchAll(/^\| \[(\w+)\]/gm)].map(([, reason = '']) => reason).toSorted()).toEqual(
    reasons.toSorted(),
  )
})

test('Names of files are the reasons in small letters', () => {
  expect([pageName('HandOverKeyMissing'), pageName('NodePoolNotReady')]).toEqual([
    'hand-over-key-missing.md',
    'node-pool-not-ready.md',
  ])
})
