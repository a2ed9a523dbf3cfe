import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const exported = /^export (?:abstract )?(?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm

test('a name that src exports stands for one thing', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts'] }).toSorted()
  const homes = new Map<string, Set<string>>()
  for (const file of files) {
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(exported))
      homes.set(name, (homes.get(name) ?? new Set()).add(file))
  }
  const shared = [...homes].filter(([, places]) => places.size > 1)
  expect(shared.map(([name, places]) => `${name}: ${[...places].join(', ')}`)).toEqual([])
})
