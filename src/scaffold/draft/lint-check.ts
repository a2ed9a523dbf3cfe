import { runLint } from '../../domain/lint/run-lint.ts'
import { counted } from '../../domain/text/counted.ts'
import { type DraftCheck, type DraftProblem, failedCheck, passedCheck } from './draft-check.ts'
import type { DraftFile } from './draft-files.ts'
import type { DraftRepository } from './draft-repository.ts'

/** What lint finds in the files of a draft. */
export function lintCheck(files: readonly DraftFile[], base: DraftRepository): DraftCheck {
  const texts = textsWith(files, base)
  const paths = new Set([...base.paths, ...texts.keys()])
  const own = new Set(files.map(({ path }) => path))
  const { findings } = runLint({ texts, paths, isWhole: false })
  // The variables of the cluster have a check of their own.
  const found = findings.filter(({ code, place }) => own.has(place.path) && code !== 'CLUSTER_VARIABLE')
  const problems = found.map(({ code, place, message, advice }): DraftProblem => ({
    code,
    path: place.path,
    line: place.line,
    message,
    fix: advice,
  }))
  if (found.some(({ severity }) => severity === 'error')) return failedCheck('lint', problems)
  const clean = `lint: ${counted(files.length, 'file')}, no problems`
  if (problems.length === 0) return passedCheck('lint', clean)
  return { ...failedCheck('lint', problems), verdict: 'warning' }
}

/** The files that matter, as they are with a draft. */
export function textsWith(
  files: readonly DraftFile[],
  { texts }: DraftRepository,
): ReadonlyMap<string, string> {
  return new Map([...Object.entries(texts), ...files.map(({ path, after }) => [path, after] as const)])
}
