import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { SetLineErrorCode } from './set-line/set-line-error.ts'
import type { PathFinding } from './target-path/path-finding.ts'
import { setAtTargetPath } from './target-path/set-at-target-path.ts'
import type { ValueFinding } from './target-path/value-finding.ts'
import type { ValuesFromErrorCode } from './values-from/values-from-error.ts'

const page = readFileSync('docs/reference/helm-values.md', 'utf8')

// A record, so that a new code does not compile before it stands here.
const codes: Record<
  SetLineErrorCode | ValuesFromErrorCode | PathFinding['code'] | ValueFinding['code'],
  true
> = {
  NO_VALUE: true,
  EMPTY_MAP: true,
  NOT_A_MAP: true,
  NOT_A_LIST: true,
  BAD_INDEX: true,
  NEGATIVE_INDEX: true,
  INDEX_TOO_LARGE: true,
  TEXT_AFTER_INDEX: true,
  OPEN_LIST: true,
  BAD_JSON: true,
  NAME_TOO_DEEP: true,
  LISTS_TOO_DEEP: true,
  LISTS_TOO_LONG: true,
  LINE_TOO_LONG: true,
  PATH_TOO_LONG: true,
  TOO_MANY_VALUES: true,
  RESOURCE_NOT_FOUND: true,
  KEY_NOT_FOUND: true,
  UNSUPPORTED_KIND: true,
  VALUES_UNREADABLE: true,
  VALUE_NOT_MERGED: true,
  TOO_MUCH: true,
  REFUSED_BY_API: true,
  TEMPLATE_PREFIX: true,
  JSON_POINTER: true,
  QUOTED_KEY: true,
  DOUBLE_BACKSLASH: true,
  TRAILING_BACKSLASH: true,
  DROPPED_BACKSLASH: true,
  EMPTY_NAME: true,
  KEY_SPLIT_AT_DOTS: true,
  FILE_NAME_SPLIT: true,
  INDEX_AS_KEY: true,
  FILLS_WITH_NULL: true,
  REPLACES_LIST: true,
  LOSES_TO_INLINE: true,
  BECOMES_BOOLEAN: true,
  BECOMES_NULL: true,
  BECOMES_INTEGER: true,
  INTEGER_REWRITTEN: true,
  NUMBER_STAYS_TEXT: true,
  LEADING_ZERO_STAYS_TEXT: true,
  BIG_INTEGER_STAYS_TEXT: true,
  YAML_WORD_STAYS_TEXT: true,
  TYPE_STAYS_TEXT: true,
  DOCUMENT_STAYS_TEXT: true,
  BECOMES_LIST: true,
  JSON_BECOMES_LIST: true,
  EMPTY_BRACES: true,
  LIST_NOT_CLOSED: true,
  TEXT_AFTER_LIST: true,
  COMMA_SPLITS: true,
  EQUALS_KEPT: true,
  BACKSLASH_DROPPED: true,
  QUOTES_REMOVED: true,
  QUOTES_KEPT: true,
  SPACE_KEPT: true,
  EMPTY_VALUE: true,
  EMPTY_VALUE_DROPPED: true,
}

describe('docs/reference/helm-values.md', () => {
  test('names every code', () => {
    expect(Object.keys(codes).filter(code => !page.includes(`\`${code}\``))).toStrictEqual([])
  })

  const examples = [...page.matchAll(/^\| `(.+?)` \| `(.+?)` \| `(\{.+?\})` \|$/gm)]

  test('has examples', () => expect(examples.length).toBeGreaterThan(8))

  for (const [, path = '', value = '', sets = ''] of examples) {
    test(`is right about ${path} and ${value}`, () => {
      expect(JSON.stringify(setAtTargetPath({ path, value }))).toBe(sets)
    })
  }
})
