import { createHash } from 'node:crypto'
import { ruleSummaries } from '../../domain/lint/rule-page.ts'
import type { LintFinding } from '../../domain/lint/rule.ts'
import { jsonDocument } from '../io/json-document.ts'
import { shownPath } from '../io/shown-path.ts'
import { plainText } from '../terminal/text-width.ts'
import { version } from '../command/version.ts'
import { countsOf, type LintReport, summaryLine } from './lint-report.ts'

/** A form in which lint answers. */
export type LintFormat = 'text' | 'json' | 'github' | 'gitlab' | 'sarif'

/** The answer in each form. Paths of `text` are seen from where the user is, all others from the root of the repository. */
export const lintFormats: Readonly<Record<LintFormat, (report: LintReport) => string>> = {
  text,
  json,
  github,
  gitlab,
  sarif,
}

function text(report: LintReport): string {
  const lines = report.findings.map(finding => {
    const { place, severity, message, code, advice } = finding
    const head = `${shownPath(report.shown(place.path))}:${place.line}:${place.column}: ${severity}: ${message}  ${code}`
    return advice === undefined ? head : `${head}\n  fix: ${advice}`
  })
  return [...lines, summaryLine(report)].map(line => `${plainLines(line)}\n`).join('')
}

function plainLines(line: string): string {
  return line.split('\n').map(plainText).join('\n')
}

function json(report: LintReport): string {
  const { errors, warnings, fixable } = countsOf(report)
  return jsonDocument('LintReport', {
    files: report.files,
    errors,
    warnings,
    fixable,
    ignored: report.ignored,
    findings: report.findings.map(({ code, severity, place, message, advice, edit }) => ({
      code,
      severity,
      path: place.path,
      line: place.line,
      column: place.column,
      message,
      ...(advice === undefined ? {} : { advice }),
      canBeFixed: edit !== undefined,
    })),
    leftAlone: report.leftAlone,
    notFollowed: report.notFollowed,
  })
}

// https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
function github({ findings }: LintReport): string {
  return findings
    .map(finding => {
      const { place, severity, code } = finding
      const where = `file=${escapedProperty(place.path)},line=${place.line},col=${place.column},title=${code}`
      return `::${severity} ${where}::${escaped(sentence(finding))}\n`
    })
    .join('')
}

function escaped(words: string): string {
  return words.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapedProperty(words: string): string {
  return escaped(words).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

// The Code Climate format, as GitLab takes it: https://docs.gitlab.com/ci/testing/code_quality/
function gitlab({ findings }: LintReport): string {
  const seen = new Map<string, number>()
  const issues = findings.map(finding => {
    const { place, severity, code, message } = finding
    // Without the line, so that a change above does not make an old problem a new one.
    const subject = `${code}\0${place.path}\0${message}`
    const count = seen.get(subject) ?? 0
    seen.set(subject, count + 1)
    return {
      description: sentence(finding),
      check_name: code,
      fingerprint: createHash('sha256').update(`${subject}\0${count}`).digest('hex'),
      severity: severity === 'error' ? 'major' : 'minor',
      location: { path: place.path, lines: { begin: place.line } },
    }
  })
  return `${JSON.stringify(issues, undefined, 2)}\n`
}

// https://docs.oasis-open.org/sarif/sarif/v2.1.0/
function sarif({ findings }: LintReport): string {
  const used = new Set(findings.map(({ code }) => code))
  const rules = ruleSummaries()
    .filter(({ code }) => used.has(code))
    .map(({ code, severity, title }) => ({
      id: code,
      shortDescription: { text: title },
      help: { text: `fitout explain ${code}` },
      defaultConfiguration: { level: severity },
    }))
  const results = findings.map(finding => ({
    ruleId: finding.code,
    level: finding.severity,
    message: { text: sentence(finding) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(finding.place.path), uriBaseId: '%SRCROOT%' },
          region: { startLine: finding.place.line, startColumn: finding.place.column },
        },
      },
    ],
  }))
  const run = {
    tool: { driver: { name: 'fitout', version, rules } },
    columnKind: 'utf16CodeUnits',
    results,
  }
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }
  return `${JSON.stringify(log, undefined, 2)}\n`
}

// A name may have any character, and none of them has a meaning in it: neither # nor : nor %.
function uriOf(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/')
}

function sentence({ message, advice }: LintFinding): string {
  return advice === undefined ? message : `${message} (fix: ${advice})`
}
