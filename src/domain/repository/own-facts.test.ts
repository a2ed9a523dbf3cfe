import { describe, expect, test } from 'vitest'
import { withOwnFacts } from '../compat/own-facts.ts'
import { judgeComponent } from '../compat/judge-component.ts'
import { readRepository } from './read-repository.ts'

const head = `apiVersion: fitout.dev/v1alpha1
kind: FleetRepository
git: {url: https://example.com/fleet.git}
environments: {dev: {}}
`

const billing = `compat:
  facts:
  - component: billing-operator
    title: Billing
    charts: [billing]
    newer: unsupported
    releases:
    - line: "0.4"
      kubernetes: {oldest: "1.33", newest: "1.35"}
      source: {url: https://example.com/billing/releases, asOf: 2026-10-01}
`

function factsOf(text: string) {
  const reading = readRepository(text)
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return withOwnFacts(reading.repository.compat?.facts ?? [])
}

test('Facts about own charts are judged as the published ones, with their source', () => {
  const facts = factsOf(head + billing)
  expect(facts.charts).toEqual(new Map([['billing', 'billing-operator']]))
  const judged = (version: string, kubernetes: string) =>
    judgeComponent({ component: 'billing-operator', version }, kubernetes, facts)
  expect(judged('0.4.1', 'v1.35.2')).toEqual({
    component: 'billing-operator',
    version: '0.4.1',
    verdict: 'fits',
    sentence: 'Billing 0.4 fits Kubernetes 1.35',
    needs: undefined,
    source: { url: 'https://example.com/billing/releases', asOf: '2026-10-01' },
  })
  expect(judged('0.4.1', '1.36').sentence).toBe('Billing 0.4 needs Kubernetes 1.35 or older')
  expect(judged('0.4.1', '1.32')).toMatchObject({ verdict: 'unknown' })
  expect(judged('0.5.0', '1.35').sentence).toBe('No facts for Billing 0.5')
})

test('A release of a known component, of which nothing is published, can be added', () => {
  const facts = factsOf(`${head}compat:
  facts:
  - component: karpenter
    releases:
    - line: "1.99"
      kubernetes: {oldest: "1.30", newest: "1.37"}
      source: {url: https://example.com/tests, asOf: 2026-11-01}
`)
  expect(judgeComponent({ component: 'karpenter', version: '1.99.0' }, '1.37', facts).verdict).toBe('fits')
  expect(judgeComponent({ component: 'karpenter', version: '1.99.0' }, '1.38', facts).verdict).toBe(
    'unsupported',
  )
})

describe('Facts are refused, with their place,', () => {
  const cases = [
    {
      name: 'without a source',
      from: / {6}source: .*\n/,
      to: '',
      want: ['12:7 compat.facts[0].releases[0].source: is required'],
    },
    {
      name: 'without the day on which the source was read',
      from: ', asOf: 2026-10-01',
      to: '',
      want: ['14:15 compat.facts[0].releases[0].source.asOf: is required'],
    },
    {
      name: 'of a day that does not exist',
      from: '2026-10-01',
      to: '2026-02-30',
      want: ['compat.facts[0].releases[0].source.asOf: is not a day of the calendar'],
    },
    {
      name: 'with a version that is a number',
      from: 'line: "0.4"',
      to: 'line: 0.4',
      want: ['compat.facts[0].releases[0].line: must be a string'],
    },
    {
      name: 'that are upside down',
      from: 'oldest: "1.33"',
      to: 'oldest: "1.36"',
      want: ['compat.facts[0].releases[0].kubernetes.newest: is older than oldest'],
    },
    {
      name: 'that change what is published',
      from: 'component: billing-operator',
      to: 'component: flux',
      line: '2.9',
      want: [
        'compat.facts[0].newer: is for components of your own: what Flux means is published',
        'compat.facts[0].releases[0].line: has a published fact, which cannot be changed: https://github.com/fluxcd/flux2/releases/tag/v2.9.0 (2026-07-24)',
      ],
    },
  ]
  test.for(cases)('$name', ({ from, to, line = '0.4', want }) => {
    const text = head + billing.replace(from, to).replace('"0.4"', `"${line}"`)
    const reading = readRepository(text)
    const said = reading.ok
      ? []
      : reading.problems.map(({ line: at, column, message }) => `${at}:${column} ${message}`)
    expect(said).toHaveLength(want.length)
    for (const [index, part] of want.entries()) expect(said[index]).toContain(part)
  })

  test('twice', () => {
    const again = billing.split('\n').slice(2).join('\n')
    const reading = readRepository(head + billing + again)
    expect(reading.ok ? [] : reading.problems.map(({ message }) => message)).toEqual([
      'compat.facts[1].component: is in this list before: put its releases together',
    ])
  })
})
