import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FleetChange } from '../../domain/change/fleet-change.ts'
import { planFleetChange, readBothSides } from '../../domain/change/plan-fleet-change.ts'
import { changeComment } from '../../domain/change/report/change-comment.ts'
import { reportOf } from '../../domain/change/report/report-rows.ts'
import { textReport } from '../../domain/change/report/text-report.ts'
import { instantOf } from '../../domain/plan/step-status.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import { readRepository } from '../../domain/repository/read-repository.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { Refusal } from '../command/refusal.ts'
import { snapshotSource } from '../fleet/snapshot-source.ts'
import { type CommitRange, isCommit, readRange, cloneRoot } from '../git/commit-range.ts'
import { rangeFiles } from '../git/commit-files.ts'
import type { Io } from '../io/io.ts'
import { shownPath } from '../io/shown-path.ts'
import { plainText } from '../terminal/text-width.ts'
import { newFindings } from './new-findings.ts'
import { readSides } from './read-sides.ts'

/** What was typed. */
export interface PlanCall {
  readonly range: string | undefined
  readonly path: string | undefined
  readonly flags: PlanFlags
}

/** The flags of `fitout plan`. */
interface PlanFlags {
  readonly snapshot: string | undefined
  readonly output: 'text' | 'json' | 'md'
  readonly 'exit-code': boolean
  readonly post: boolean
  readonly forge: 'gitlab' | 'github' | 'gitea' | undefined
  readonly 'forge-url': string | undefined
  readonly project: string | undefined
  readonly 'merge-request': string | undefined
}

/** Says what a change does to the fleet: 0, or with --exit-code 1 if something changes or is refused. */
export async function runPlan(call: PlanCall, io: Io, now: () => number): Promise<ExitCode> {
  const { flags } = call
  const place = await placeOf(call, io)
  // Before the work: a job without its token shall not wait for it.
  const post = flags.post ? await import('./post-comment.ts') : undefined
  const poster = post?.posterFor(flags, io)
  const change = await planned(place, flags, io)
  const report = reportOf(change, now())
  const markdown = () => changeComment(report, change)
  if (flags.output === 'json') io.write(`${JSON.stringify(change, undefined, 2)}\n`)
  else if (flags.output === 'md') io.write(markdown())
  else
    io.write(textReport({ ...report, rows: report.rows.map(plainRow), summary: plainText(report.summary) }))
  const age = now() - Date.parse(change.fleet.asOf ?? instantOf(now()))
  if (age > OLD_MS)
    io.say(
      `note: the snapshot is ${durationWords(age)} old, and the fleet may have changed: fitout snapshot makes a new one`,
    )
  if (flags.output !== 'md') for (const note of report.notes) io.say(`note: ${plainText(note)}`)
  if (poster) io.say(await poster(markdown()))
  return flags['exit-code'] && isSomething(change) ? 1 : 0
}

/** A snapshot older than this may say what is no longer so. */
const OLD_MS = 3_600_000

type Row = ReturnType<typeof reportOf>['rows'][number]

function plainRow(row: Row): Row {
  return {
    ...row,
    what: plainText(row.what),
    words: plainText(row.words),
    where: plainText(row.where),
    details: row.details.map(plainRow),
  }
}

function isSomething({ changes, gates, refusals, verdict }: FleetChange): boolean {
  return changes.length + gates.length + refusals.length + verdict.created + verdict.deleted > 0
}

interface Place {
  readonly cwd: string
  readonly range: string | undefined
}

// One word may be a range or a folder: what is no commit and is a folder is a folder.
async function placeOf({ range, path }: PlanCall, io: Io): Promise<Place> {
  if (path !== undefined) return { cwd: folderAt(path, io), range }
  if (range === undefined || range.includes('..')) {
    const isFolder = range !== undefined && isFolderAt(range, io)
    return isFolder ? { cwd: folderAt(range, io), range: undefined } : { cwd: io.cwd(), range }
  }
  if (await isCommit(range, io.cwd(), io.env)) return { cwd: io.cwd(), range }
  return isFolderAt(range, io) ? { cwd: folderAt(range, io), range: undefined } : { cwd: io.cwd(), range }
}

function isFolderAt(word: string, io: Io): boolean {
  const location = resolve(io.cwd(), word)
  return existsSync(location) && statSync(location).isDirectory()
}

function folderAt(word: string, io: Io): string {
  if (isFolderAt(word, io)) return resolve(io.cwd(), word)
  throw new Refusal(`there is no folder ${shownPath(word)}`, { exitCode: 2 })
}

async function planned({ cwd, range }: Place, flags: PlanFlags, io: Io): Promise<FleetChange> {
  const { env } = io
  const snapshot = flags.snapshot === undefined ? undefined : await snapshotSource(flags.snapshot, io).read()
  const root = await cloneRoot(cwd, env)
  const commits = await readRange({ range, cwd, env, mainBranch: mainBranchIn(root) })
  const sides = await readSides(await rangeFiles(commits, env))
  const request = {
    ...sides,
    ...names(commits),
    snapshot,
    newFindings: newFindings(sides.before.repository, sides.after.repository),
  }
  const fleet = readBothSides(request)
  const change = planFleetChange(request, fleet)
  const { simulateChange } = await import('./simulate-change.ts')
  const arrival = await simulateChange(change, fleet, sides)
  if (!arrival) return change
  if ('arrival' in arrival) return { ...change, arrival: arrival.arrival }
  return { ...change, notes: [...change.notes, `not simulated: ${arrival.because}`] }
}

function names({ from, to }: CommitRange): { readonly from: string; readonly to: string } {
  return { from: from.id.slice(0, 9), to: to ? to.id.slice(0, 9) : 'work tree' }
}

function mainBranchIn(root: string): string | undefined {
  try {
    const reading = readRepository(readFileSync(resolve(root, 'fitout.yaml'), 'utf8'))
    return reading.ok ? reading.repository.git.branch : undefined
  } catch {
    return undefined
  }
}
