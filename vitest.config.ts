import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './lab/stories/longest-first.ts'

// `make soak` asks for the long tests too.
const exclude = [...configDefaults.exclude, ...(process.env['FITOUT_SOAK'] ? [] : ['**/*.soak.test.ts'])]

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,test,lab,bench,release}/**/*.test.ts'],
          exclude: [
            ...exclude,
            'lab/stories/**',
            'test/browser/**',
            'test/fuzz/**',
            'test/processes/**',
            'test/rules/rules.test.ts',
            'release/artefacts/**',
          ],
          // Pure functions leave nothing behind: one worker may run file after file, which is about four times faster.
          isolate: false,
          setupFiles: ['test/property-seed.ts'],
          // Only against what hangs: how fast something is, `make bench` says.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      // Runs every check on a planted copy of the repository: too slow for the inner loop.
      { test: { name: 'rules', include: ['test/rules/rules.test.ts'] } },
      // The bundled controller and a fleet, each in a process of its own: minutes.
      {
        test: {
          name: 'processes',
          include: ['test/processes/**/*.test.ts'],
          testTimeout: 30 * 60_000,
          hookTimeout: 180_000,
        },
      },
      // What users get, made and run: needs the pinned packages, from the cache or downloaded.
      {
        test: {
          name: 'release',
          include: ['release/artefacts/**/*.test.ts'],
          testTimeout: 10 * 60_000,
          hookTimeout: 10 * 60_000,
        },
      },
      // The console in a real browser, which comes with the packages.
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude,
          globalSetup: 'test/browser/setup.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
        },
      },
      // A minute of bad input, shared by all readers.
      { test: { name: 'fuzz', include: ['test/fuzz/fuzz.test.ts'] } },
      {
        test: {
          name: 'lab',
          include: ['lab/stories/**/*.test.ts'],
          exclude,
          globalSetup: 'lab/stories/setup.ts',
          pool: 'forks',
          // A lab is a dozen servers that mostly wait for each other: it takes a third of a processor, and two gigabytes.
          maxWorkers: 4,
          // Only against what hangs: a busy machine is no defect.
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
})
