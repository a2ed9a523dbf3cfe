import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'

const folder = inject('consoleFolder')

const budgets = [
  { name: 'the scripts of the console', pattern: 'assets/console-*.js', most: 130 },
  { name: 'the styles of the console', pattern: 'assets/*.css', most: 15 },
]

test.for(budgets)('$name are at most $most KB of gzip', ({ pattern, most }) => {
  const files = globSync(pattern, { cwd: folder })
  expect(files.length).toBeGreaterThan(0)
  const sizes = files.map(file => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most * 1_000)
})

test('the page has nothing inline: no script, no style, no handler, and nothing from elsewhere', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(page).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc="\/assets\/)[^>]*>|https?:/)
  expect(page).toMatch(/<script type="module" src="\/assets\/console-[\w-]+\.js"><\/script>/)
  expect(page).toMatch(/<link rel="stylesheet" href="\/assets\/console-\w+\.css" \/>/)
})
