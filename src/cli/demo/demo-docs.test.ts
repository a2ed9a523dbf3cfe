import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demo } from '../commands/demo.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/command-line.md'), 'utf8')

test('The docs list every flag of the demo, with its default', () => {
  const [, section = ''] = page.split('\n## Demo\n')
  const [own = ''] = section.split('\n## ')
  const flags = [...own.matchAll(/^\| `--([a-z]+)(?: (\d+))?` \|/gm)].map(([, flag, value]) => [flag, value])
  const want = Object.entries(demo.flags).map(([name, flag]) => [
    name,
    'default' in flag ? flag.default : undefined,
  ])
  expect(flags).toEqual(want)
})
