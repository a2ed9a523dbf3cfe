import {
  type LeftAlone,
  type LintRepository,
  type LintMemory,
  readLintRepository,
  type RepositoryFiles,
} from './model/lint-repository.ts'
import { ruleFamilies } from './rules/rule-families.ts'
import type { LintFinding } from './rule.ts'
import { Suppressions } from './suppressions.ts'

/** What lint found in a repository. */
export interface LintResult {
  /** By path, line and column. */
  readonly findings: readonly LintFinding[]
  /** How many findings are ignored with a reason. */
  readonly ignored: number
  readonly leftAlone: readonly LeftAlone[]
  /** What kustomizations name and nobody here can read. */
  readonly notFollowed: readonly NotFollowed[]
}

/** Something that is not judged, and why. */
export interface NotFollowed {
  readonly path: string
  readonly line: number
  readonly because: string
}

/** Judges a repository by all rules. Never throws, whatever the texts are. */
export function runLint(files: RepositoryFiles, memory?: LintMemory): LintResult {
  const repository = readLintRepository(files, memory)
  const suppressions = new Suppressions(files.texts, repository.fitout)
  const found = ruleFamilies.flatMap(({ rules }) => rules.flatMap(rule => findingsOf(rule, repository)))
  const open = unique(found).filter(finding => !suppressions.covers(finding))
  return {
    findings: [...open, ...suppressions.problems()].toSorted(byPlace),
    ignored: unique(found).length - open.length,
    leftAlone: repository.leftAlone,
    notFollowed: notFollowedIn(repository),
  }
}

function findingsOf(
  rule: (typeof ruleFamilies)[number]['rules'][number],
  repository: LintRepository,
): readonly LintFinding[] {
  return [...rule.check(repository)].map(finding => ({
    ...finding,
    code: rule.code,
    severity: finding.severity ?? rule.severity,
  }))
}

// An object that several kustomizations build is judged in each, and told once.
function unique(findings: readonly LintFinding[]): readonly LintFinding[] {
  const seen = new Map<string, LintFinding>()
  for (const finding of findings) {
    const { code, place, message } = finding
    const key = `${place.path}:${place.line}:${place.column}:${code}:${message}`
    if (!seen.has(key)) seen.set(key, finding)
  }
  return [...seen.values()]
}

function byPlace(a: LintFinding, b: LintFinding): number {
  return (
    compare(a.place.path, b.place.path) ||
    a.place.line - b.place.line ||
    a.place.column - b.place.column ||
    compare(a.code, b.code) ||
    compare(a.message, b.message)
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function notFollowedIn({ kustomizations, builder }: LintRepository): readonly NotFollowed[] {
  const found = new Map<string, NotFollowed>()
  for (const file of kustomizations)
    for (const { place, because } of builder.kustomization(file).unfollowed)
      found.set(`${place.path}:${place.line}`, { path: place.path, line: place.line, because })
  return [...found.values()].toSorted((a, b) => compare(a.path, b.path) || a.line - b.line)
}
