import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { labSkipReason } from './go-version.ts'
import { judgeTests } from './judge-tests.ts'
import type { Site, Stage, StageResult } from './stage.ts'

interface Tests {
  /** A project of vitest.config.ts. */
  readonly project: 'unit' | 'rules' | 'browser' | 'fuzz' | 'processes' | 'release' | 'lab'
  readonly reporter: 'dot' | 'verbose'
  /** Why none of them shall run. They are counted all the same. */
  readonly skipReason?: string | undefined
}

/** The tests that need nothing but Node. */
export const unitStage: Stage = {
  name: 'unit tests',
  run: site => runTests(site, { project: 'unit', reporter: 'dot' }),
}

/** The tests that plant a fault and see it found. */
export const rulesStage: Stage = {
  name: 'tests of the checks',
  run: site => runTests(site, { project: 'rules', reporter: 'dot' }),
}

/** The readers against a minute of bad input. */
export const fuzzStage: Stage = {
  name: 'bad input',
  run: site => runTests(site, { project: 'fuzz', reporter: 'verbose' }),
}

/** The bundled controller against a fleet that another process serves. */
export const processStage: Stage = {
  name: 'tests in processes of their own',
  run: site => runTests(site, { project: 'processes', reporter: 'verbose' }),
}

/** The console in a real browser. */
export const browserStage: Stage = {
  name: 'tests in a browser',
  run: site => runTests(site, { project: 'browser', reporter: 'verbose' }),
}

/** What users get, made and run. */
export const releaseStage: Stage = {
  name: 'tests of the release',
  run: site => runTests(site, { project: 'release', reporter: 'verbose' }),
}

/** The tests against real control planes. They take minutes, so each is named as it ends. */
export const labStage: Stage = {
  name: 'lab tests',
  async run(site) {
    const skipReason = await labSkipReason(site.env)
    return runTests(site, { project: 'lab', reporter: skipReason ? 'dot' : 'verbose', skipReason })
  },
}

async function runTests({ programs, env, scratch }: Site, tests: Tests): Promise<StageResult> {
  const file = join(scratch, `${tests.project}.json`)
  const { code, output } = await programs.run({
    command: vitestCommand(tests, file),
    env: { ...env, FITOUT_LAB_SKIP: tests.skipReason },
    output: tests.skipReason ? 'keep' : 'show',
    // Only the lab waits for servers, with time limits: all others leave the processors to it.
    niceness: tests.project === 'lab' ? 0 : 5,
  })
  const report = await readFile(file, 'utf8').catch(() => undefined)
  return { output, ...judgeTests(tests, { code, report }) }
}

function vitestCommand({ project, reporter, skipReason }: Tests, report: string): string[] {
  const command = ['vitest', 'run', `--project=${project}`, `--reporter=${reporter}`, '--reporter=json']
  // A pattern that no name matches skips every test before any hook runs, and still counts them.
  const pattern = skipReason ? ['--testNamePattern=(?!)'] : []
  return [...command, `--outputFile.json=${report}`, ...pattern]
}
