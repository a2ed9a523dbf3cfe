import { checkRules } from '../../domain/cluster-class/check-rules.ts'
import { checkVariables } from '../../domain/cluster-class/check-variables.ts'
import { formatValueProblem } from '../../domain/cluster-class/check-value.ts'
import type { ClusterClass } from '../../domain/cluster-class/read-class.ts'
import { type FormReading, readForm } from '../../domain/cluster-form/read-form.ts'
import { atCluster, atVariable } from '../../domain/cluster-form/form-place.ts'
import { counted } from '../../domain/text/counted.ts'
import { clusterPathOf } from '../places.ts'
import { type DraftCheck, failedCheck, passedCheck } from './draft-check.ts'
import { type ClusterDraft, type DraftFile, type DraftFiles, draftFiles } from './draft-files.ts'
import type { DraftRepository } from './draft-repository.ts'
import { compatCheck } from './compat-check.ts'
import { lintCheck } from './lint-check.ts'
import { networkCheck } from './network-check.ts'
import { planCheck } from './plan-check.ts'

/** What is found about a draft. */
export interface DraftReport {
  /** In the order in which a person would fix them. */
  readonly checks: readonly DraftCheck[]
  /** Nothing failed: it can be proposed. */
  readonly isReady: boolean
  readonly name: string | undefined
  readonly files: readonly DraftFile[]
}

/** What is known beside the repository. */
export interface DraftKnowledge {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The median time until clusters of a Fitout were ready, in milliseconds, by `dev/default`. */
  readonly took?: Readonly<Record<string, number>>
}

/** Checks a draft as `fitout cluster new`, `fitout lint`, `fitout compat` and `fitout plan` would. Never throws for a text. */
export function checkDraft(
  draft: ClusterDraft,
  base: DraftRepository,
  knowledge: DraftKnowledge,
): DraftReport {
  return checkFiles(draftFiles(draft, base), { draft, base, knowledge })
}

/** Checks files that are made already. */
export function checkFiles(
  made: DraftFiles,
  { draft, base, knowledge }: Pick<DraftSubject, 'draft' | 'base' | 'knowledge'>,
): DraftReport {
  const found = base.classes.find(one => one.found.name === draft.className)?.found
  const reading = readForm(draft.text, found)
  const path = made.ok ? made.clusterPath : clusterPathOf({ environment: draft.environment, name: '…' })
  if (!reading.ok) {
    const { line, reason } = reading
    return reportOf([failedCheck('yaml', [{ code: 'YAML', path, line, message: reason }])], made)
  }
  const subject: DraftSubject = { draft, base, knowledge, reading, path }
  const checks = [
    passedCheck('yaml', 'YAML reads'),
    ...(found ? [variablesCheck(subject, found)] : []),
    madeCheck(made, path),
    networkCheck(subject),
    compatCheck(subject),
    ...(made.ok ? [lintCheck(made.files, base), planCheck(made.files, subject)] : []),
  ]
  return reportOf(checks, made)
}

/** A draft, as its checks look at it. */
export interface DraftSubject {
  readonly draft: ClusterDraft
  readonly base: DraftRepository
  readonly knowledge: DraftKnowledge
  readonly reading: Extract<FormReading, { readonly ok: true }>
  /** Where its text will be. */
  readonly path: string
}

function reportOf(checks: readonly DraftCheck[], made: DraftFiles): DraftReport {
  return {
    checks,
    isReady: made.ok && checks.every(({ verdict }) => verdict !== 'failed'),
    name: made.ok ? made.name : undefined,
    files: made.ok ? made.files : [],
  }
}

function variablesCheck({ reading, path }: DraftSubject, found: ClusterClass): DraftCheck {
  const { variables, lineOf } = reading
  const rules = checkRules(variables, found)
  const wrong = [...checkVariables(variables, found), ...rules.problems]
  const problems = wrong.map(problem => {
    const [name = '', ...rest] = problem.path
    const place = atVariable(String(name), ...rest)
    const message = formatValueProblem(problem)
    return { code: 'VARIABLE', path, line: lineOf(place), place, message } as const
  })
  const all = found.variables.length
  const names = found.variables.map(({ name }) => name)
  const misfits = names.filter(name => wrong.some(one => one.path[0] === name)).length
  const fits = `${all - misfits} of ${counted(all, 'variable')} fit class ${found.name}`
  const left = rules.unchecked.length
  const later =
    left === 0
      ? ''
      : `; ${counted(left, 'rule')} ${left === 1 ? 'is' : 'are'} checked by the API server after the merge`
  if (problems.length > 0) return { ...failedCheck('variables', problems), sentence: `${fits}${later}` }
  return passedCheck('variables', `${fits}${later}`)
}

// YAML that does not read has been told before.
function madeCheck(made: DraftFiles, path: string): DraftCheck {
  if (made.ok) return passedCheck('name', `name ${made.name} is free`)
  const { code, line, reason } = made
  const file = code === 'REPOSITORY' ? 'fitout.yaml' : path
  const place = code === 'NAME' ? { place: atCluster('metadata', 'name') } : {}
  return failedCheck('name', [{ code, path: file, line, ...place, message: reason, fix: fixes[code] }])
}

const fixes: Readonly<Record<Extract<DraftFiles, { ok: false }>['code'], string | undefined>> = {
  NAME: 'take another name',
  CLASS: 'choose a class that the repository has',
  REPOSITORY: 'restore the file from Git, or run: fitout init --upgrade',
  YAML: undefined,
}
