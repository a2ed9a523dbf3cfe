import { resolve } from 'node:path'
import { type Vite, createVitest } from 'vitest/node'
import { type PlantedBug, plantBug } from './planted-bug.ts'
import { bugNamed } from './planted-bugs.ts'

// Runs the tests that must find a bug with the bug in what they test, for one bug after the other, and says which test
// failed first: a line for each bug.
const root = resolve(import.meta.dirname, '../..')
const bugs = process.argv.slice(2).map(bugNamed)
const plantedFiles = new Set(bugs.map(({ file }) => resolve(root, file)))
let planted: PlantedBug | undefined

const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    // A worker of its own for each run: what one has loaded with a bug, no other sees.
    isolate: true,
    bail: 1,
    // A test that is only slow must not count as one that finds the bug.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: [{}],
    // With other draws than those of the unit tests, a bug would be found or survive by chance.
    setupFiles: ['test/property-seed.ts'],
  },
  { plugins: [plantingPlugin()] },
)
await vitest.standalone()
for (const bug of bugs) {
  const startedAt = performance.now()
  const test = await firstFailureWith(bug)
  const seconds = (performance.now() - startedAt) / 1000
  process.stdout.write(`${JSON.stringify({ bug: bug.id, test, seconds })}\n`)
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

function plantingPlugin(): Vite.Plugin {
  return {
    name: 'plant',
    enforce: 'pre',
    // What files become is kept on disk for the next process and the next run, but for those that get a bug.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (plantedFiles.has(id) ? false : undefined)),
    transform: (source: string, path: string) =>
      planted && path === resolve(root, planted.file) ? plantBug(source, planted) : undefined,
  }
}
