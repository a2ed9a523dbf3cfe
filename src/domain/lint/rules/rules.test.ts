import { describe, expect, test } from 'vitest'
import { fixAll } from '../fix-all.ts'
import { lintCodes } from '../lint-codes.ts'
import type { Example } from '../rule.ts'
import { runLint } from '../run-lint.ts'
import { filesOfExample } from '../rule-page.ts'
import type { RepositoryFiles } from '../model/lint-repository.ts'
import { ruleFamilies } from './rule-families.ts'

function repositoryOf(example: Example): RepositoryFiles {
  const texts = new Map(Object.entries(filesOfExample(example)))
  return { texts, paths: new Set(texts.keys()), isWhole: true }
}

const rules = ruleFamilies.flatMap(family => family.rules)

test('Every code is that of one rule, or of the suppressions', () => {
  const own = ['IGNORE_UNKNOWN', 'IGNORE_UNUSED', 'IGNORE_WITHOUT_REASON']
  expect([...rules.map(({ code }) => code), ...own].toSorted()).toEqual([...lintCodes].toSorted())
})

describe.each(rules)('$code', rule => {
  test('finds its bad example, and nothing else does', () => {
    const codes = new Set(runLint(repositoryOf(rule.bad)).findings.map(({ code }) => code))
    expect([...codes]).toEqual([rule.code])
  })

  test('is silent about its good example, as are all others', () => {
    expect(runLint(repositoryOf(rule.good)).findings).toEqual([])
  })

  test('says where, what and in one line', () => {
    for (const { place, message, advice = '' } of runLint(repositoryOf(rule.bad)).findings) {
      expect(place.line).toBeGreaterThan(0)
      expect(place.column).toBeGreaterThan(0)
      expect(`${message}${advice}`).not.toMatch(/\n|undefined|\.$/)
    }
  })

  test('makes fixes that it accepts, if it makes any', () => {
    const files = repositoryOf(rule.bad)
    const hasFix = runLint(files).findings.some(({ edit }) => edit)
    const { files: fixed, changes } = fixAll(files)
    expect(changes.length > 0).toBe(hasFix)
    expect(hasFix ? runLint(fixed).findings : []).toEqual([])
  })
})
