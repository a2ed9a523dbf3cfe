import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ClusterVersions } from './cluster-versions.ts'
import { publishedFacts } from './facts/facts-by-component.ts'
import { judgeFleet } from './judge-fleet.ts'
import { judgeCluster } from './judge-cluster.ts'

const NOW = Date.UTC(2026, 10, 18)

function aCluster(name: string, kubernetes: string | undefined, versions: string): ClusterVersions {
  const components = versions.split(', ').flatMap(one => {
    const [component = '', version = ''] = one.split(' ')
    return component === '' ? [] : [{ component, version, places: [`${component}.yaml:1`] }]
  })
  return { namespace: 'prod', name, kubernetes, components }
}

function answerTo(cluster: ClusterVersions, target?: string) {
  const { answer, now, holds, unknown, ...rest } = judgeCluster(cluster, {
    target,
    facts: publishedFacts,
    now: NOW,
  })
  const said = (reasons: typeof holds) =>
    reasons.map(({ sentence, raise }) => (raise ? `${sentence} | ${raise.to}` : sentence))
  return { target: rest.target, answer, now: said(now), holds: said(holds), unknown: said(unknown) }
}

const nothing = { now: [], holds: [], unknown: [] }

describe('A cluster', () => {
  const cases = [
    {
      name: 'may go to the next Kubernetes if all that is on it supports that',
      cluster: aCluster('a', 'v1.34.2', 'flux 2.9.4, karpenter 1.14.1'),
      want: { ...nothing, target: '1.35', answer: 'fits' },
    },
    {
      name: 'is held by what does not support it, which can be raised first',
      cluster: aCluster('a', 'v1.34.2', 'karpenter 1.8.2'),
      want: {
        ...nothing,
        target: '1.35',
        answer: 'held',
        holds: ['Kubernetes 1.35 needs Karpenter 1.9 or newer | 1.9'],
      },
    },
    {
      name: 'is held by the first Kubernetes on the way that does not go',
      cluster: aCluster('a', 'v1.34.2', 'karpenter 1.8.2'),
      target: '1.37',
      want: {
        ...nothing,
        target: '1.37',
        answer: 'held',
        holds: ['Kubernetes 1.35 needs Karpenter 1.9 or newer | 1.9'],
      },
    },
    {
      name: 'is held by what no release supports',
      cluster: aCluster('a', 'v1.36.1', 'karpenter 1.14.1'),
      want: {
        ...nothing,
        target: '1.37',
        answer: 'held',
        holds: ['Karpenter 1.14 needs Kubernetes 1.36 or older'],
      },
    },
    {
      name: 'needs the patch that a project names',
      cluster: aCluster('a', 'v1.36.1', 'cluster-api-manager 1.13.2'),
      want: {
        ...nothing,
        target: '1.37',
        answer: 'held',
        holds: ['Kubernetes 1.37 needs Cluster API 1.13.6 or newer in 1.13 | 1.13.6'],
      },
    },
    {
      name: 'is unknown where a project leaves it open',
      cluster: aCluster('a', 'v1.36.3', 'flux 2.9.4'),
      want: {
        ...nothing,
        target: '1.37',
        answer: 'unknown',
        unknown: ['Flux 2.9 is tested on Kubernetes 1.34 to 1.36, not on 1.37 | 2.10'],
      },
    },
    {
      name: 'is unknown if there is a chart on it of which nothing is known',
      cluster: aCluster('a', 'v1.35.1', 'flux 2.9.4, billing 0.4.1'),
      want: {
        ...nothing,
        target: '1.36',
        answer: 'unknown',
        unknown: ['No facts for billing 0.4'],
      },
    },
    {
      name: 'is unknown if nothing was found on it',
      cluster: aCluster('a', 'v1.35.1', ''),
      want: {
        ...nothing,
        target: '1.36',
        answer: 'unknown',
        unknown: ['No component with a version was found on it'],
      },
    },
    {
      name: 'is unknown if that Kubernetes came after the facts',
      cluster: aCluster('a', 'v1.37.1', 'flux 2.10.0'),
      want: {
        ...nothing,
        target: '1.38',
        answer: 'unknown',
        unknown: [
          'No facts for Kubernetes 1.38',
          'Flux 2.10 is tested on Kubernetes 1.35 to 1.37, not on 1.38',
        ],
      },
    },
    {
      name: 'is there if it has that Kubernetes, or a newer one',
      cluster: aCluster('a', 'v1.36.1', 'flux 2.10.0'),
      target: '1.35',
      want: { ...nothing, target: '1.35', answer: 'there' },
    },
    {
      name: 'is there if it has another patch of that Kubernetes',
      cluster: aCluster('a', 'v1.35.1', 'flux 2.10.0'),
      target: '1.35',
      want: {
        ...nothing,
        target: '1.35',
        answer: 'there',
        now: ['Flux 2.10 needs Kubernetes 1.35.2 or newer in 1.35'],
      },
    },
    {
      name: 'may go although something on it does not support what it has now, which is said',
      cluster: aCluster('a', 'v1.33.6', 'flux 2.9.4'),
      want: {
        ...nothing,
        target: '1.34',
        answer: 'fits',
        now: ['Flux 2.9 needs Kubernetes 1.34 or newer'],
      },
    },
    {
      name: 'without a version is judged by a target that is given',
      cluster: aCluster('a', undefined, 'karpenter 1.8.2'),
      target: '1.35',
      want: {
        ...nothing,
        target: '1.35',
        answer: 'held',
        holds: ['Kubernetes 1.35 needs Karpenter 1.9 or newer | 1.9'],
      },
    },
    {
      name: 'without a version is unknown else',
      cluster: aCluster('a', undefined, 'karpenter 1.8.2'),
      want: {
        ...nothing,
        target: undefined,
        answer: 'unknown',
        unknown: ['Its Kubernetes version is not known'],
      },
    },
    {
      name: 'of EKS is judged as EKS, too',
      cluster: aCluster('a', 'v1.36.2-eks-1a2b3c4', 'flux 2.10.0'),
      want: { ...nothing, target: '1.37', answer: 'unknown', unknown: ['No facts for EKS 1.37'] },
    },
  ]
  test.for(cases)('$name', ({ cluster, target, want }) => expect(answerTo(cluster, target)).toEqual(want))
})

describe('A fleet', () => {
  const fleet = [
    aCluster('blue', 'v1.34.2', 'flux 2.9.4, karpenter 1.8.2'),
    aCluster('green', 'v1.34.2', 'flux 2.9.4, karpenter 1.14.1'),
    aCluster('red', 'v1.35.1', 'flux 2.9.4, karpenter 1.8.2'),
  ]
  const report = judgeFleet(fleet, { facts: publishedFacts, now: NOW })

  test('is counted', () => expect(report.counts).toEqual({ held: 2, unknown: 0, fits: 1, there: 0 }))

  test('has one cause for all clusters that have it, what is wrong now before what is ahead', () => {
    const causes = report.causes.map(({ kind, sentence, clusters }) => [
      kind,
      sentence,
      clusters.map(({ name }) => name).join(),
    ])
    expect(causes).toEqual([
      ['now', 'Kubernetes 1.35 needs Karpenter 1.9 or newer', 'red'],
      ['held', 'Kubernetes 1.35 needs Karpenter 1.9 or newer', 'blue'],
      ['held', 'Kubernetes 1.36 needs Karpenter 1.13 or newer', 'red'],
    ])
  })

  test('has a matrix of all that is on it, from its oldest Kubernetes to its furthest target', () => {
    expect(report.minors).toEqual(['1.34', '1.35', '1.36'])
    const rows = report.rows.map(({ component, version, clusters, cells }) =>
      [component, version, clusters, ...cells.map(({ verdict }) => verdict)].join(' '),
    )
    expect(rows).toEqual([
      'flux 2.9.4 3 fits fits fits',
      'karpenter 1.14.1 1 fits fits fits',
      'karpenter 1.8.2 2 fits unsupported unsupported',
    ])
  })

  test('hears of facts only once they are older than half a year', () => {
    expect(report.oldFacts).toEqual([])
    const later = judgeFleet(fleet, { facts: publishedFacts, now: Date.UTC(2027, 1, 20) })
    expect(later.oldFacts.map(({ component, source }) => `${component} ${source.asOf}`)).toEqual([
      'flux 2026-07-24',
    ])
  })

  test('without clusters has nothing to say', () => {
    const empty = judgeFleet([], { facts: publishedFacts, now: NOW })
    expect([empty.causes, empty.minors, empty.rows]).toEqual([[], [], []])
  })
})

test('Whatever stands where a version should, every cluster gets an answer', () => {
  const version = fc.oneof(
    fc.string(),
    fc.constantFrom('v1.34.2', '1.99999999999', 'v2.0.0', '0.1', '1.35.0-rc.1'),
  )
  const cluster = fc.record({
    namespace: fc.string(),
    name: fc.string(),
    kubernetes: fc.option(version, { nil: undefined }),
    components: fc.array(
      fc.record({
        component: fc.constantFrom('flux', 'karpenter', 'eks', 'x'),
        version,
        places: fc.constant([]),
      }),
      { maxLength: 4 },
    ),
  })
  const target = fc.option(fc.constantFrom('1.0', '1.35', '1.36', '1.999', '2.0'), { nil: undefined })
  const property = fc.property(fc.array(cluster, { maxLength: 3 }), target, (clusters, goal) => {
    const { counts, answers } = judgeFleet(clusters, { target: goal, facts: publishedFacts, now: NOW })
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(clusters.length)
    // What is not known is never counted as supported.
    for (const { answer, holds, unknown } of answers) {
      expect(answer === 'held').toBe(holds.length > 0)
      expect(answer === 'fits' && unknown.length > 0).toBe(false)
    }
  })
  fc.assert(property)
})
