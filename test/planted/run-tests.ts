import { resolve } from 'node:path'
import { startVitest } from 'vitest/node'
import { plantBug } from './planted-bug.ts'
import { bugNamed } from './planted-bugs.ts'

// Runs one file of tests with a bug in what it tests, and says which tests failed: a line for each.
const root = resolve(import.meta.dirname, '../..')
const [file = ''] = process.argv.slice(2)
const id = process.env['FITOUT_PLANT'] ?? ''

const vitest = await startVitest(
  'test',
  [file],
  { root, config: false, watch: false, isolate: false, fsModuleCache: false, reporters: [{}] },
  id === '' ? {} : { plugins: [plantingPlugin()] },
)
const failed = vitest.state.getTestModules().flatMap(module => [...module.children.allTests('failed')])
for (const { fullName } of failed) process.stdout.write(`${JSON.stringify(fullName)}\n`)
await vitest.close()

function plantingPlugin() {
  const bug = bugNamed(id)
  const planted = resolve(root, bug.file)
  return {
    name: 'plant',
    enforce: 'pre' as const,
    transform: (source: string, path: string) => (path === planted ? plantBug(source, bug) : undefined),
  }
}
