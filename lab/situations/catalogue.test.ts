import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isCauseReason } from '../../src/domain/explain/cause-reason.ts'
import { catalogue } from './catalogue.ts'
import { goldenFile } from './golden-text.ts'

test('Every situation names a cause that there is', () => {
  expect(catalogue.filter(({ reason }) => !isCauseReason(reason))).toEqual([])
})

test('There are enough of them, and of enough the shown action fixes the cluster', () => {
  const fixed = catalogue.filter(({ fix }) => fix && !('ends' in fix))
  expect(catalogue.length).toBeGreaterThanOrEqual(60)
  expect(fixed.length).toBeGreaterThanOrEqual(25)
})

test('Every situation has a golden file of its own, and every golden file a situation', () => {
  const files = readdirSync(join(import.meta.dirname, 'golden'))
  expect(files.toSorted()).toEqual(catalogue.map(({ name }) => goldenFile(name)).toSorted())
})
