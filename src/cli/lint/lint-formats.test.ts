import { array, assert, constantFrom, integer, property, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lintCodes } from '../../domain/lint/lint-codes.ts'
import type { LintFinding } from '../../domain/lint/rule.ts'
import { lintFormats } from './lint-formats.ts'
import type { LintReport } from './lint-report.ts'

function reportOf(findings: readonly LintFinding[]): LintReport {
  return { shown: path => path, files: 1, findings, ignored: 0, leftAlone: [], notFollowed: [] }
}

const hostile: readonly string[] = [
  'a, b.yaml',
  'a:b.yaml',
  '100%.yaml',
  'a\nb::error::c.yaml',
  'a\rb.yaml',
  'a#b?c.yaml',
  '%0A.yaml',
  'ü/漢字 🙂.yaml',
  'it\'s "quoted" <b>.yaml',
  '-o.yaml',
]

// Any path that a file system can have: no empty part, no NUL.
const pathText = string({ unit: 'binary', minLength: 1 })
  .map(text =>
    text
      .replaceAll('\0', '_')
      .replaceAll(/\/+/g, '/')
      .replaceAll(/^\/|\/$/g, '_'),
  )
  .filter(text => text !== '')
const findingOf = record({
  code: constantFrom(...lintCodes),
  severity: constantFrom('error' as const, 'warning' as const),
  message: string({ unit: 'binary', minLength: 1 }),
  place: record({ path: pathText, line: integer({ min: 1 }), column: integer({ min: 1 }) }),
})
const some: readonly LintFinding[] = hostile.map((path, index) => ({
  code: 'GIT_URL_FORM',
  severity: index % 2 === 0 ? 'error' : 'warning',
  message: `${path} is wrong`,
  place: { path, line: index + 1, column: 1 },
}))

function holdsFor(check: (findings: readonly LintFinding[]) => void): void {
  check([])
  check(some)
  assert(property(array(findingOf), check))
}

describe('Annotations of GitHub', () => {
  // As the runner reads them: actions/toolkit escapes % \r \n in all, and : , in properties.
  test('are one line each, whose file and message come back as they were', () => {
    holdsFor(findings => {
      const lines = lintFormats.github(reportOf(findings)).split('\n')
      expect(lines.pop()).toBe('')
      expect(lines).toHaveLength(findings.length)
      for (const [index, { place, severity, message, code }] of findings.entries()) {
        const [, command, properties = '', data = ''] =
          /^::(error|warning) ([^:]*)::([^\r]*)$/.exec(lines[index] ?? '') ?? []
        const found = new Map(
          properties.split(',').map(one => [one.split('=')[0], one.slice(one.indexOf('=') + 1)]),
        )
        expect(command).toBe(severity)
        expect([...found.keys()]).toEqual(['file', 'line', 'col', 'title'])
        expect(plain(found.get('file') ?? '')).toBe(place.path)
        expect([found.get('line'), found.get('col'), found.get('title')]).toEqual([
          String(place.line),
          String(place.column),
          code,
        ])
        expect(plain(data)).toBe(message)
      }
    })
  })
})

function plain(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    '%0D': '\r',
    '%0A': '\n',
    '%3A': ':',
    '%2C': ',',
    '%25': '%',
  }
  return text.replaceAll(/%(?:0D|0A|3A|2C|25)/g, found => signs[found] ?? '')
}

interface CodeQualityIssue {
  readonly description: string
  readonly check_name: string
  readonly fingerprint: string
  readonly severity: string
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } }
}

function issuesOf(findings: readonly LintFinding[]): readonly CodeQualityIssue[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is not so fails below
  return JSON.parse(lintFormats.gitlab(reportOf(findings))) as readonly CodeQualityIssue[]
}

function fingerprintsOf(finding: LintFinding | undefined): readonly string[] {
  return issuesOf(finding ? [finding] : []).map(({ fingerprint }) => fingerprint)
}

describe('A Code Quality report of GitLab', () => {
  test('has all fields that GitLab requires, with values that it knows, and fingerprints that differ', () => {
    holdsFor(findings => {
      const issues = issuesOf(findings)
      expect(issues).toHaveLength(findings.length)
      expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(findings.length)
      for (const [index, issue] of issues.entries()) {
        expect(['info', 'minor', 'major', 'critical', 'blocker']).toContain(issue.severity)
        expect(issue.description).not.toBe('')
        expect(issue.check_name).toBe(findings[index]?.code)
        expect(issue.fingerprint).toMatch(/^[0-9a-f]{64}$/)
        expect(issue.location).toEqual({
          path: findings[index]?.place.path,
          lines: { begin: findings[index]?.place.line },
        })
      }
    })
  })

  test('gives a finding the same fingerprint on another line', () => {
    const [first] = some
    const moved = first && { ...first, place: { ...first.place, line: 99 } }
    expect(fingerprintsOf(moved)).toEqual(fingerprintsOf(first))
  })
})

interface SarifLog {
  readonly $schema: string
  readonly version: string
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly name: string
        readonly rules: readonly {
          readonly id: string
          readonly shortDescription: { readonly text: string }
        }[]
      }
    }
    readonly columnKind: string
    readonly results: readonly {
      readonly ruleId: string
      readonly level: string
      readonly message: { readonly text: string }
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string }
          readonly region: { readonly startLine: number; readonly startColumn: number }
        }
      }[]
    }[]
  }[]
}

describe('A SARIF log', () => {
  // sarif-schema-2.1.0.json: what is required, which values are known, and what the formats mean.
  test('has what the schema requires: version, tool, rules that results name, relative URIs, regions', () => {
    holdsFor(findings => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is not so fails below
      const log = JSON.parse(lintFormats.sarif(reportOf(findings))) as SarifLog
      expect([log.version, log.runs.length]).toEqual(['2.1.0', 1])
      expect(URL.canParse(log.$schema)).toBe(true)
      for (const { tool, columnKind, results } of log.runs) {
        const ids = tool.driver.rules.map(({ id }) => id)
        expect([tool.driver.name, columnKind]).toEqual(['fitout', 'utf16CodeUnits'])
        expect(new Set(ids).size).toBe(ids.length)
        expect(results).toHaveLength(findings.length)
        for (const [index, { ruleId, level, message, locations }] of results.entries()) {
          const place = findings[index]?.place
          expect(
            ids.filter(id => id === ruleId).length + Number(ruleId.startsWith('IGNORE_')),
          ).toBeGreaterThan(0)
          expect(['none', 'note', 'warning', 'error']).toContain(level)
          expect(message.text).not.toBe('')
          const [{ physicalLocation } = { physicalLocation: undefined }] = locations
          expect(physicalLocation?.region).toEqual({ startLine: place?.line, startColumn: place?.column })
          const { uri = '', uriBaseId } = physicalLocation?.artifactLocation ?? {}
          expect(uriBaseId).toBe('%SRCROOT%')
          // RFC 3986: a relative reference without scheme, query and fragment, in ASCII.
          expect(uri).toMatch(/^[A-Za-z0-9\-._~!$&'()*+,;=@%/]+$/)
          expect(uri.replaceAll(/%[0-9A-F]{2}/g, '')).not.toContain('%')
          expect(decodeURIComponent(uri)).toBe(place?.path.toWellFormed())
        }
      }
    })
  })
})
