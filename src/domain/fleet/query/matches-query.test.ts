import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { idOf } from '../fleet-snapshot.ts'
import { aCluster, aFleet, thousandClusters } from '#test/domain/sample-snapshot.ts'
import { chooseClusters } from './matches-query.ts'
import { parseQuery } from './parse-query.ts'

const fleet = thousandClusters()

function chosen(query: string, of = fleet): readonly string[] {
  return chooseClusters(parseQuery(query), of).map(idOf)
}

describe('A query chooses', () => {
  const cases = [
    { name: 'all clusters if it says nothing', given: '', want: 1000 },
    { name: 'by parts of a name', given: 'team-1', want: 10 },
    { name: 'by namespace and name', given: 'prod/pay', want: 7 },
    { name: 'by state', given: 'is:held', want: 8 },
    { name: 'what is not in a state', given: '-is:ready', want: 43 },
    { name: 'by the step that a cluster is at', given: 'step:karpenter', want: 38 },
    { name: 'by cause, however it is spelled', given: 'cause:handoverkeymissing', want: 7 },
    { name: 'by Fitout', given: 'fitout:eks', want: 1000 },
    { name: 'by Fitout and namespace', given: 'fitout:edge/eks', want: 1 },
    { name: 'by label', given: 'env=edge', want: 1 },
    { name: 'by time in a state', given: '-is:ready for:>30m', want: 6 },
    { name: 'by who can end it', given: 'actor:git', want: 8 },
    { name: 'by all that it says', given: 'is:held actor:git -cause:VersionUnsupported for:<15m', want: 1 },
  ]
  test.for(cases)('$name', ({ given, want }) => expect(chosen(given)).toHaveLength(want))

  const versions = aFleet([
    aCluster('a/old', { kubernetesVersion: 'v1.33.6' }),
    aCluster('a/eks', { kubernetesVersion: 'v1.34.0-eks-1a2b3c4' }),
    aCluster('a/new', { kubernetesVersion: 'v1.35.2+k3s1' }),
    aCluster('a/rc', { kubernetesVersion: 'v1.36.0-rc.1' }),
    aCluster('a/none', { kubernetesVersion: 'unknown' }),
  ])
  const ranges = [
    { name: 'older versions', given: 'k8s:<1.34', want: ['a/old'] },
    { name: 'a line, whatever the vendor adds', given: 'k8s:1.34', want: ['a/eks'] },
    { name: 'newer versions, prereleases too', given: 'k8s:>=1.35', want: ['a/new', 'a/rc'] },
    { name: 'a range', given: 'k8s:>=1.34,<1.35.3', want: ['a/eks', 'a/new'] },
  ]
  test.for(ranges)('$name', ({ given, want }) => expect(chosen(given, versions)).toEqual(want))
})

describe('For every query', () => {
  const terms = [
    'is:held',
    'is:ready',
    'step:karpenter',
    'actor:git',
    'env=prod',
    'for:>30m',
    'k8s:<1.35',
    'team',
    'cause:x',
  ]
  const term = fc.constantFrom(...terms)

  test('a term and its negation choose each cluster once', () => {
    fc.assert(
      fc.property(term, one => {
        expect([...chosen(one), ...chosen(`-${one}`)].toSorted()).toEqual(chosen('').toSorted())
      }),
      { numRuns: terms.length },
    )
  })

  test('two terms choose what both of them choose, in whatever order', () => {
    fc.assert(
      fc.property(term, term, (one, other) => {
        const both = new Set(chosen(other))
        const want = chosen(one).filter(id => both.has(id))
        expect([chosen(`${one} ${other}`), chosen(`${other} ${one}`)]).toEqual([want, want])
      }),
      { numRuns: 30 },
    )
  })
})
