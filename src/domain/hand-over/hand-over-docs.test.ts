import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { RESERVED_SECRET_SUFFIXES } from '../api/api-names.ts'
import { VALUE_FORMATS } from '../api/schema/hand-over-schema.ts'
import { HAND_OVER_REASONS } from './hand-over-hold.ts'
import { RESERVED_SECRET_TYPES } from './read/read-secret.ts'
import { CLUSTER_VARIABLES } from './render/cluster-variables.ts'

const page = readFileSync('docs/reference/hand-over.md', 'utf8')

/** What stands in backquotes in the first column of the table below a heading. */
function firstColumn(heading: string): readonly string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [body = ''] = section.split('\n## ')
  return [...body.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name)
}

describe('docs/reference/hand-over.md', () => {
  test('has a row for each reason, in their order', () => {
    expect(firstColumn('Reasons')).toEqual([...HAND_OVER_REASONS])
  })

  test('has a row for each variable of the Cluster', () => {
    expect(firstColumn('Variables')).toEqual([
      ...CLUSTER_VARIABLES,
      'CLUSTER_LABEL_<KEY>',
      'CLUSTER_VARIABLE_<NAME>',
    ])
  })

  test('has a row for each format', () => expect(firstColumn('Formats')).toEqual([...VALUE_FORMATS]))

  test('names all that may not be read', () => {
    const reserved = [...RESERVED_SECRET_TYPES, ...RESERVED_SECRET_SUFFIXES.map(suffix => `*${suffix}`)]
    expect(reserved.filter(name => !page.includes(`\`${name}\``))).toEqual([])
  })
})
