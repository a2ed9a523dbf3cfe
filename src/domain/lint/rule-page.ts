import type { LintCode } from './lint-codes.ts'
import type { Example, LintRule } from './rule.ts'
import { ruleFamilies } from './rules/rule-families.ts'
import { fixAll } from './fix-all.ts'

/** The files of an example by path. @internal */
export function filesOfExample(example: Example): Readonly<Record<string, string>> {
  return typeof example === 'string' ? { 'example.yaml': example } : example
}

// These are not looked for in manifests, but in what ignores the others.
const suppressionRules: Readonly<Record<string, { readonly title: string; readonly why: string }>> = {
  IGNORE_UNKNOWN: {
    title: 'A suppression names a code that no rule has',
    why: 'It ignores nothing. `fitout explain lint` lists the codes.',
  },
  IGNORE_UNUSED: {
    title: 'A suppression ignores nothing',
    why: 'What it was for is fixed, or has moved to another line. Left in place, it would hide the next one.',
  },
  IGNORE_WITHOUT_REASON: {
    title: 'A suppression has no reason',
    why: 'It counts only with one: `# fitout:ignore CODE why it is right as it is`.',
  },
}

/** What a rule is, in a line. */
export interface RuleSummary {
  readonly code: LintCode
  readonly severity: 'error' | 'warning'
  readonly family: string
  readonly title: string
  /** Answered by fixing the bad example, so not for every report. */
  readonly canBeFixed: () => boolean
}

/** All rules in the order of the reference. */
export function ruleSummaries(): readonly RuleSummary[] {
  const own = ruleFamilies.flatMap(({ title: family, rules }) =>
    rules.map(rule => ({
      code: rule.code,
      severity: rule.severity,
      family,
      title: rule.title,
      canBeFixed: () => hasFix(rule),
    })),
  )
  const others = (['IGNORE_UNKNOWN', 'IGNORE_UNUSED', 'IGNORE_WITHOUT_REASON'] as const).map(code => ({
    code,
    severity: 'warning' as const,
    family: 'Suppressions',
    title: suppressionRules[code]?.title ?? '',
    canBeFixed: () => false,
  }))
  return [...own, ...others]
}

function hasFix(rule: LintRule): boolean {
  const texts = new Map(Object.entries(filesOfExample(rule.bad)))
  return fixAll({ texts, paths: new Set(texts.keys()), isWhole: true }).changes.length > 0
}

/** The page of a rule: what it finds, why, and an example of each side. */
export function rulePage(code: LintCode, heading = '#'): string {
  const rule = ruleFamilies.flatMap(({ rules }) => rules).find(one => one.code === code)
  const own = suppressionRules[code]
  if (own) return `${heading} ${code}\n\n${own.title}. Severity: warning.\n\n${own.why}\n`
  if (!rule) return ''
  const fix = hasFix(rule) ? ' `fitout lint --fix` can fix it.' : ''
  return [
    `${heading} ${code}`,
    `${rule.title}. Severity: ${rule.severity}.${fix}`,
    rule.why,
    `Found:\n\n${shownExample(rule.bad)}`,
    `Not found:\n\n${shownExample(rule.good)}`,
  ].join('\n\n')
}

const MOST_WIDTH = 200

function shownExample(example: Example): string {
  const files = Object.entries(filesOfExample(example))
  const body = files
    .map(([path, text]) => (typeof example === 'string' ? text : `# ${path}\n${text}`))
    .join(files.length > 1 ? '\n' : '')
    .split('\n')
    .map(line => (line.length > MOST_WIDTH ? `${line.slice(0, MOST_WIDTH)}…` : line))
    .join('\n')
  return `\`\`\`yaml\n${body.trimEnd()}\n\`\`\`\n`
}

/** The sections of docs/reference/lint.md that are made from the rules. @internal */
export function lintReference(): string {
  const summaries = ruleSummaries()
  const families = [...new Set(summaries.map(({ family }) => family))]
  return families
    .map(family => {
      const rows = summaries.filter(one => one.family === family)
      const pages = rows.map(({ code }) => rulePage(code, '###'))
      const table = rows.map(
        ({ code, severity, title, canBeFixed }) =>
          `| [\`${code}\`](#${code.toLowerCase()}) | ${severity} | ${canBeFixed() ? 'yes' : ''} | ${title} |`,
      )
      return [
        `## ${family}`,
        ['| code | severity | fix | finds |', '|---|---|---|---|', ...table].join('\n'),
        ...pages,
      ].join('\n\n')
    })
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
}
