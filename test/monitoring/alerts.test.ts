import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../src/domain/fleet/query/parse-query.ts'
import { readAlerts } from './read-monitoring.ts'

const alerts = readAlerts()
const root = join(import.meta.dirname, '../..')

describe('An alert', () => {
  test.for(alerts)(
    '$alert says what, how long, what next, and where to read on',
    ({ for: time, ...alert }) => {
      expect(time).toMatch(/^\d+m$/)
      expect(['critical', 'warning']).toContain(alert.labels['severity'])
      expect(Object.keys(alert.annotations)).toEqual(['summary', 'description', 'runbook_url'])
      expect(alert.annotations.description).toMatch(/ Next: fitout status\b/)
    },
  )

  test.for(alerts)('$alert has a next command that fitout reads', ({ annotations }) => {
    const { description } = annotations
    const queries = [...description.matchAll(/fitout status -q '([^']*)'/g)]
    expect(queries.length).toBe(description.includes(' -q ') ? 1 : 0)
    for (const [, query = ''] of queries) expect(() => parseQuery(filledIn(query))).not.toThrow()
  })

  test.for(alerts)('$alert has a part of the guide', ({ alert, annotations }) => {
    const [page = '', anchor] = annotations.runbook_url.split('#')
    const headings = readFileSync(join(root, page), 'utf8').matchAll(/^#+ (.*)$/gm)
    expect(anchor).toBe(alert.toLowerCase())
    expect([...headings].map(([, heading]) => heading)).toContain(alert)
  })
})

test('no two alerts have one name', () => {
  const names = alerts.map(({ alert }) => alert)
  expect(new Set(names).size).toBe(names.length)
})

// As Prometheus does, with what the labels hold.
function filledIn(template: string): string {
  const labels: Readonly<Record<string, string>> = { fitout: 'default/eks', reason: 'HandOverKeyMissing' }
  return template.replaceAll(
    /\{\{ \$labels\.(\w+) \}\}/g,
    (_, label: string) => labels[label] ?? 'is:nothing',
  )
}
