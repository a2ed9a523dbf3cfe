import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { findAll, sumUp } from './find-all.ts'
import { cleanOf } from './find-by-seeds.ts'
import { findingRow } from './finding-row.ts'
import { plantBug } from './planted-bug.ts'
import { bugNamed, plantedBugs } from './planted-bugs.ts'

// Tells who finds which bug: all, or those that are named.
const named = process.argv.slice(2)
const bugs = named.length === 0 ? plantedBugs : named.map(bugNamed)
// One that cannot be planted would count as found: whatever runs with it fails.
for (const bug of bugs) plantBug(readFileSync(bug.file, 'utf8'), bug)
const search = {
  seeds: 2000,
  // In a long run they are looked for as if nobody knew where they were found.
  knowsSeeds: process.env['FITOUT_SOAK'] === undefined,
  // Only against what hangs: on a busy machine, five minutes without a line were nothing but waiting.
  patienceMs: 30 * 60_000,
  atOnce: availableParallelism(),
}
const clean = cleanOf(bugs, search)
const findings = await findAll(bugs, { ...search, clean }, finding => say(findingRow(finding)))
say(sumUp(findings, search))
process.exitCode = findings.every(({ found }) => found) ? 0 : 1

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
