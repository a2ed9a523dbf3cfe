import { describe, expect, test } from 'vitest'
import { type Course, type CourseFacts, type Relation, type Tip, decideCourse } from './decide-course.ts'

const usual: CourseFacts = {
  record: { commit: 'a', attempt: undefined },
  relation: 'ancestor',
  tip: 'here',
  all: false,
  allowRollback: false,
}

const words = (course: Course): string =>
  [course.kind, 'mode' in course ? course.mode : '', 'why' in course ? course.why : '']
    .filter(Boolean)
    .join(' ')

// Rows: how the commit of the cluster is related to ours. Columns: where the branch is.
const tips: readonly Tip[] = ['here', 'ahead', 'elsewhere', 'unknown']
const forward = 'apply difference forward'
const table: readonly (readonly [Relation, readonly string[]])[] = [
  ['same', [forward, forward, forward, forward]],
  ['ancestor', [forward, forward, 'refuse abandoned', forward]],
  ['descendant', ['apply everything rewritten', 'skip', 'refuse abandoned', 'refuse older']],
  [
    'unrelated',
    ['apply everything rewritten', 'apply everything rewritten', 'refuse abandoned', 'refuse unknown'],
  ],
  [
    'unknown',
    ['apply everything rewritten', 'apply everything rewritten', 'refuse abandoned', 'refuse unknown'],
  ],
]

describe('What is done with a commit', () => {
  test.for(table)('when that of the cluster is %s', ([relation, want]) => {
    expect(tips.map(tip => words(decideCourse({ ...usual, relation, tip })))).toEqual(want)
  })

  test('when the cluster has none', () => {
    for (const record of [undefined, { commit: undefined, attempt: undefined }])
      expect(words(decideCourse({ ...usual, record, relation: 'unknown', tip: 'elsewhere' }))).toBe(
        'apply everything first',
      )
  })

  test('when a first commit was begun and has not ended', () => {
    const record = { commit: undefined, attempt: 'b' }
    expect(words(decideCourse({ ...usual, record, relation: 'descendant', tip: 'ahead' }))).toBe(
      'refuse unfinished',
    )
    expect(words(decideCourse({ ...usual, record, relation: 'ancestor' }))).toBe(forward)
  })

  test('when all is asked for', () => {
    expect(words(decideCourse({ ...usual, all: true }))).toBe('apply everything asked')
    expect(words(decideCourse({ ...usual, all: true, relation: 'descendant', tip: 'ahead' }))).toBe('skip')
  })

  test('when a rollback is allowed', () => {
    const courses = table.map(([relation]) =>
      words(decideCourse({ ...usual, relation, tip: 'elsewhere', allowRollback: true })),
    )
    const rollback = 'apply everything rollback'
    expect(courses).toEqual([forward, rollback, rollback, rollback, rollback])
  })
})
