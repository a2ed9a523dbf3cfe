import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refusalCodes } from './adoption.ts'

const docs = readFileSync(join(import.meta.dirname, '../../../docs/reference/adopt.md'), 'utf8')

test('the reference explains every reason to refuse an adoption, in order', () => {
  const [, section = ''] = docs.split('\n## Why it is refused\n')
  const codes = [...(section.split('\n## ')[0]?.matchAll(/^\| `([A-Z_]+)` \|/gm) ?? [])].map(
    ([, code]) => code,
  )
  expect(codes).toEqual([...refusalCodes])
})
