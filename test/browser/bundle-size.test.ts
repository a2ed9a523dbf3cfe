import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'

const folder = inject('consoleFolder')

const page = readFileSync(join(folder, 'index.html'), 'utf8')

function fileIn(pattern: RegExp): string {
  const [, file] = pattern.exec(page) ?? []
  if (file === undefined) throw new Error(`the page names no file like ${pattern}`)
  return file
}

const script = fileIn(/<script type="module" src="\/assets\/([\w-]+\.js)">/)
const sheet = fileIn(/<link rel="stylesheet" href="\/assets\/([\w-]+\.css)"/)
const worker = fileIn(/data-checks="\/assets\/([\w-]+\.js)"/)

/** A file, and all that it imports before it runs. */
function withImports(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, next = ''] of read(file).matchAll(/(?:\bfrom|\bimport) ?["'`]\.\/([\w-]+\.js)["'`]/g))
    withImports(next, seen)
  return seen
}

function read(file: string): string {
  return readFileSync(join(folder, 'assets', file), 'utf8')
}

function lazyPages(): readonly string[] {
  return [...read(script).matchAll(/import\(["'`]\.\/([\w-]+\.js)["'`]\)/g)].map(([, file = '']) => file)
}

const first = withImports(script)
const later = lazyPages().flatMap(file => [...withImports(file)])

const budgets = [
  { name: 'the scripts of the first page', files: [...first], most: 130 },
  { name: 'the styles', files: [sheet], most: 15 },
  {
    name: 'what the page of a new cluster adds',
    files: [...new Set(later)].filter(file => !first.has(file)),
    most: 120,
  },
  { name: 'the worker that checks a draft', files: [...withImports(worker)], most: 250 },
]

test.for(budgets)('$name are at most $most KB of gzip', ({ files, most }) => {
  expect(files.length).toBeGreaterThan(0)
  const sizes = files.map(file => gzipSync(read(file), { level: 9 }).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most * 1_000)
})

test('every file of the console is in one of these budgets', () => {
  const counted = new Set(budgets.flatMap(({ files }) => files))
  expect(readdirSync(join(folder, 'assets')).filter(file => !counted.has(file))).toEqual([])
})

test('the page has nothing inline: no script, no style, no handler, and nothing from elsewhere', () => {
  expect(page).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc="\/assets\/)[^>]*>|https?:/)
  expect(page).toMatch(/<script type="module" src="\/assets\/console-[\w-]+\.js"><\/script>/)
  expect(sheet).toMatch(/^console-\w+\.css$/)
})
