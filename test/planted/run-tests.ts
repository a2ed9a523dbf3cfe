import { resolve } from 'node:path'
import { createVitest } from 'vitest/node'
import { type PlantedBug, plantBug } from './planted-bug.ts'
import { bugNamed } from './planted-bugs.ts'

// Runs the tests that must find a bug with the bug in what they test, for one bug after the other, and says which test
// failed first: a line for each bug.
const root = resolve(import.meta.dirname, '../..')
let planted: PlantedBug | undefined

const vitest = await createVitest(
  'test',
  // A worker of its own for each run: what one has loaded with a bug, no other sees.
  { root, config: false, watch: false, isolate: true, fsModuleCache: false, bail: 1, reporters: [{}] },
  { plugins: [plantingPlugin()] },
)
await vitest.standalone()
for (const id of process.argv.slice(2)) {
  const startedAt = performance.now()
  const test = await firstFailureWith(bugNamed(id))
  const seconds = (performance.now() - startedAt) / 1000
  process.stdout.write(`${JSON.stringify({ bug: id, test, seconds })}\n`)
}
await vitest.close()

async function firstFailureWith(bug: PlantedBug): Promise<string | undefined> {
  if (bug.finder.by !== 'tests') throw new Error(`cannot run tests for bug "${bug.id}": seeds find it`)
  planted = bug
  // Of the runs before, nothing counts: not for the result, and not for when to stop.
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  vitest.invalidateFile(resolve(root, bug.file))
  const { testModules } = await vitest.runTestSpecifications(
    await vitest.getRelevantTestSpecifications([bug.finder.file]),
  )
  vitest.invalidateFile(resolve(root, bug.file))
  return testModules.flatMap(module => [...module.children.allTests('failed')])[0]?.fullName
}

function plantingPlugin() {
  return {
    name: 'plant',
    enforce: 'pre' as const,
    transform: (source: string, path: string) =>
      planted && path === resolve(root, planted.file) ? plantBug(source, planted) : undefined,
  }
}
