import { expect, test } from 'vitest'
import { changesOf } from './release-notes.ts'

const changelog = `# Changes

## Unreleased

More.

## 1.20.0 (2026-02-01)

Ten later.

## 1.2.0 (2026-01-01)

First words.

### Added

- A thing.
`

test('the changes of a version are its section, and no other whose number begins alike', () => {
  expect(changesOf(changelog, '1.2.0')).toBe('First words.\n\n### Added\n\n- A thing.')
  expect(changesOf(changelog, '1.20.0')).toBe('Ten later.')
})

test('a version that the changelog does not describe is not released', () => {
  expect(() => changesOf(changelog, '1.2')).toThrow(
    'cannot release 1.2: CHANGELOG.md has no section "## 1.2"',
  )
})
