import { fixAll } from '../../domain/lint/fix-all.ts'
import { runLint } from '../../domain/lint/run-lint.ts'
import { counted } from '../../domain/text/counted.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { Refusal } from '../command/refusal.ts'
import { FolderError } from '../folder/folder-error.ts'
import type { Io } from '../io/io.ts'
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
}

/** Judges the files of a repository, and fixes what is safe if asked to: 0 if nothing is wrong, 1 if something is. */
export async function runLintCommand(call: LintCall, io: Io): Promise<ExitCode> {
  const given = await gatherFiles(call.paths, io)
  if (call.fix && given.isStdin) throw new Refusal('standard input cannot be fixed', { exitCode: 2 })
  const input = call.fix ? fix(given, io) : given
  const report = reportOf(input)
  io.write(lintFormats[call.output](report))
  for (const note of notesOf(report)) io.say(`note: ${plainText(note)}`)
  const { errors, warnings } = countsOf(report)
  return errors > 0 || (call.denyWarnings && warnings > 0) ? 1 : 0
}

function reportOf({ files, shown, isWanted, leftAlone }: LintInput): LintReport {
  const { findings, ignored, leftAlone: templates, notFollowed } = runLint(files)
  return {
    shown,
    files: [...files.texts.keys()].filter(isWanted).length,
    findings: findings.filter(({ place }) => isWanted(place.path)),
    ignored,
    leftAlone: [...leftAlone, ...templates].filter(({ path }) => isWanted(path)),
    notFollowed: notFollowed.filter(({ path }) => isWanted(path)),
  }
}

function fix(input: LintInput, io: Io): LintInput {
  const { changes, fixed, files } = fixAll(input.files, ({ place }) => input.isWanted(place.path))
  try {
    writeFiles({ path: input.shown(''), location: input.root }, changes, { io })
  } catch (error) {
    if (error instanceof FolderError) throw new Refusal(error.message, { exitCode: 1 })
    throw error
  }
  if (changes.length > 0)
    io.say(`fixed ${counted(fixed.length, 'problem')} in ${counted(changes.length, 'file')}`)
  return { ...input, files }
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
