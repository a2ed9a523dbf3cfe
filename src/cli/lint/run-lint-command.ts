import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fixAll } from '../../domain/lint/fix-all.ts'
import { type LintResult, runLint } from '../../domain/lint/run-lint.ts'
import { counted } from '../../domain/text/counted.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { Refusal } from '../command/refusal.ts'
import { FolderError } from '../folder/folder-error.ts'
import type { Io } from '../io/io.ts'
import { shownPath } from '../io/shown-path.ts'
import { writeFiles } from '../repository/write-files.ts'
import { plainText } from '../terminal/text-width.ts'
import { gatherFiles, type LintInput } from './gather-files.ts'
import { type LintFormat, lintFormats } from './lint-formats.ts'
import { countsOf, type LintReport } from './lint-report.ts'

/** What was asked for. */
export interface LintCall {
  readonly paths: readonly string[]
  readonly output: LintFormat
  readonly fix: boolean
  readonly denyWarnings: boolean
  /** Judge again after each change. */
  readonly watch: boolean
}

/** Judges the files of a repository, and fixes what is safe if asked to: 0 if nothing is wrong, 1 if something is. */
export async function runLintCommand(call: LintCall, io: Io, signal?: AbortSignal): Promise<ExitCode> {
  if (call.watch) return watchFiles(call, io, signal)
  const given = await gatherFiles(call.paths, io)
  if (call.fix && given.isStdin) throw new Refusal('standard input cannot be fixed', { exitCode: 2 })
  const input = call.fix ? await fix(call, given, io) : given
  const report = reportOf(input, runLint(input.files))
  io.write(lintFormats[call.output](report))
  for (const note of notesOf(report)) io.say(`note: ${plainText(note)}`)
  const { errors, warnings } = countsOf(report)
  return errors > 0 || (call.denyWarnings && warnings > 0) ? 1 : 0
}

async function watchFiles(call: LintCall, io: Io, signal?: AbortSignal): Promise<ExitCode> {
  const refused = call.fix ? '--fix' : call.paths.includes('-') ? '-' : undefined
  if (refused !== undefined) throw new Refusal(`--watch cannot be combined with ${refused}`, { exitCode: 2 })
  const { watchLint } = await import('./watch-lint.ts')
  let last = ''
  await watchLint(call.paths, io, {
    tell: (input, result) => {
      const text = lintFormats[call.output](reportOf(input, result))
      if (text !== last) io.write(text)
      last = text
    },
    ...(signal ? { signal } : {}),
  })
  return 0
}

function reportOf(
  { files, shown, isWanted, leftAlone }: LintInput,
  { findings, ignored, leftAlone: templates, notFollowed }: LintResult,
): LintReport {
  return {
    shown,
    files: [...files.texts.keys()].filter(isWanted).length,
    findings: findings.filter(({ place }) => isWanted(place.path)),
    ignored,
    leftAlone: [...leftAlone, ...templates].filter(({ path }) => isWanted(path)),
    notFollowed: notFollowed.filter(({ path }) => isWanted(path)),
  }
}

async function fix({ paths }: LintCall, input: LintInput, io: Io): Promise<LintInput> {
  const { changes, fixed, files } = fixAll(
    input.files,
    ({ place, edit }) => input.isWanted(place.path) && !input.links.has(edit?.path ?? ''),
  )
  for (const { path } of changes) refuseReadOnly(join(input.root, path), input.shown(path))
  try {
    const marked = changes.map(change =>
      input.marked.has(change.path) ? { ...change, after: `\uFEFF${change.after}` } : change,
    )
    writeFiles({ path: input.shown(''), location: input.root }, marked, { io })
  } catch (error) {
    if (error instanceof FolderError) throw new Refusal(error.message, { exitCode: 1 })
    throw error
  }
  if (changes.length > 0)
    io.say(`fixed ${counted(fixed.length, 'problem')} in ${counted(changes.length, 'file')}`)
  // A link shows what was fixed in its file.
  return changes.length > 0 && input.links.size > 0 ? gatherFiles(paths, io) : { ...input, files }
}

// A file can be replaced where it cannot be written: who took that right away meant the file to stay.
function refuseReadOnly(location: string, shown: string): void {
  if ((statSync(location).mode & 0o222) !== 0) return
  throw new Refusal(`cannot write ${shownPath(shown)}: it is read-only`, {
    exitCode: 1,
    fix: 'allow it to be written, or name other paths',
  })
}

// Said once for all files of a reason: a chart has many templates.
function notesOf({ leftAlone, notFollowed, shown }: LintReport): readonly string[] {
  const reasons = Map.groupBy(leftAlone, ({ because }) => because)
  return [
    ...[...reasons].map(
      ([because, files]) =>
        `not judged, because ${because}: ${listFirst(files.map(({ path }) => shown(path)).toSorted())}`,
    ),
    ...notFollowed.map(
      ({ path, line, because }) => `not followed, because ${because}: ${shown(path)}:${line}`,
    ),
  ]
}
