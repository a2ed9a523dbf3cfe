import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { shellBlocks } from './shell-blocks.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')

// These run elsewhere: `make test` is what runs this very test, `make lab-up` is run by the story of the lab guide.
const runElsewhere = new Set(['make test', 'make lab-up'])

// The same without a screen, and as fast as the machine is.
const faster = new Map([['make demo', "make demo ARGS='--plain --speed 1000'"]])

test('every command of the README works', async () => {
  const blocks = (await shellBlocks('README.md')).map(block => block.trim())
  expect(blocks).toEqual(expect.arrayContaining([...runElsewhere]))
  const outputs = []
  for (const block of blocks.filter(it => !runElsewhere.has(it))) {
    const lines = faster.get(block) ?? block
    outputs.push((await run('bash', ['-euo', 'pipefail', '-c', lines], { cwd: root })).stdout)
  }
  expect(outputs.at(-1)).toContain('fitout <command>')
})

test('the README stays short enough to be read', async () => {
  const lines = (await readFile(join(root, 'README.md'), 'utf8')).split('\n')
  expect(lines.length).toBeLessThanOrEqual(200)
})

test('every target of the Makefile is named in its help', async () => {
  const makefile = await readFile(join(root, 'Makefile'), 'utf8')
  const targets = new Set([...makefile.matchAll(/^\.PHONY: (.+)$/gm)].map(([, name]) => name))
  const { stdout } = await run('make', ['help'], { cwd: root })
  const listed = new Set([...stdout.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name))
  expect(listed).toEqual(targets)
})

test('every link of the documents leads to a file', async () => {
  const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  const files = stdout.trim().split('\n')
  const broken: string[] = []
  for (const file of files.filter(name => name.endsWith('.md'))) {
    const text = withoutCode(await readFile(join(root, file), 'utf8'))
    for (const [, target = ''] of text.matchAll(/\]\(([^)#]+?)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      const path = join(file, '..', target)
      if (!files.some(name => name === path || name.startsWith(`${path}/`))) broken.push(`${file}: ${target}`)
    }
  }
  expect(broken).toEqual([])
})

// A pattern such as `[a-z](x)` looks like a link.
function withoutCode(text: string): string {
  return text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]*`/g, '')
}
