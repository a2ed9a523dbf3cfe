import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { factsByComponent } from './facts/facts-by-component.ts'
import { judgeComponent } from './judge-component.ts'
import type { VerdictWord } from './verdict.ts'

interface Case {
  /** Component, version, version of Kubernetes. */
  readonly given: readonly [string, string, string]
  readonly want: VerdictWord
  readonly sentence: string
  readonly needs?: string
}

describe('Flux names the oldest Kubernetes', () => {
  check([
    { given: ['flux', 'v2.9.4', 'v1.34.0'], want: 'fits', sentence: 'Flux 2.9 fits Kubernetes 1.34' },
    {
      given: ['flux', '2.9.4', 'v1.33.6'],
      want: 'unsupported',
      sentence: 'Flux 2.9 needs Kubernetes 1.34 or newer',
      needs: 'Kubernetes >=1.34',
    },
    {
      given: ['flux', '2.8.8', '1.36.0'],
      want: 'unknown',
      sentence: 'Flux 2.8 is tested on Kubernetes 1.33 to 1.35, not on 1.36',
    },
    {
      given: ['flux', '2.8.8', '1.34.0'],
      want: 'unsupported',
      sentence: 'Flux 2.8 needs Kubernetes 1.34.1 or newer in 1.34',
      needs: 'Kubernetes >=1.34.1',
    },
    { given: ['flux', '2.8.8', '1.34.1'], want: 'fits', sentence: 'Flux 2.8 fits Kubernetes 1.34' },
    { given: ['flux', '2.10.0', '1.37.0'], want: 'fits', sentence: 'Flux 2.10 fits Kubernetes 1.37' },
    { given: ['flux', '2.11.0', '1.37.0'], want: 'unknown', sentence: 'No facts for Flux 2.11' },
    { given: ['flux', '0.41.2', '1.24.0'], want: 'unknown', sentence: 'No facts for Flux 0.41' },
  ])
})

describe('Karpenter names the oldest and the newest Kubernetes', () => {
  check([
    { given: ['karpenter', '1.8.2', '1.34.2'], want: 'fits', sentence: 'Karpenter 1.8 fits Kubernetes 1.34' },
    {
      given: ['karpenter', '1.8.2', '1.35.0'],
      want: 'unsupported',
      sentence: 'Kubernetes 1.35 needs Karpenter 1.9 or newer',
      needs: 'Karpenter >=1.9',
    },
    {
      given: ['karpenter', '1.0.4', '1.31.0'],
      want: 'unsupported',
      sentence: 'Kubernetes 1.31 needs Karpenter 1.0.5 or newer',
      needs: 'Karpenter >=1.0.5',
    },
    {
      given: ['karpenter', '1.0.5', '1.31.0'],
      want: 'fits',
      sentence: 'Karpenter 1.0 fits Kubernetes 1.31',
    },
    {
      given: ['karpenter', '1.14.1', '1.37.0'],
      want: 'unsupported',
      sentence: 'Karpenter 1.14 needs Kubernetes 1.36 or older',
      needs: 'Kubernetes <=1.36',
    },
    {
      given: ['karpenter', '1.5.0', '1.25.9'],
      want: 'unsupported',
      sentence: 'Karpenter 1.5 needs Kubernetes 1.26 or newer',
      needs: 'Kubernetes >=1.26',
    },
    {
      given: ['karpenter', '0.28.0', '1.30.0'],
      want: 'unsupported',
      sentence: 'Kubernetes 1.30 needs Karpenter 0.37 or newer',
      needs: 'Karpenter >=0.37',
    },
    { given: ['karpenter', '0.28.0', '1.27.0'], want: 'unknown', sentence: 'No facts for Karpenter 0.28' },
    { given: ['karpenter', '1.15.1', '1.36.0'], want: 'unknown', sentence: 'No facts for Karpenter 1.15' },
  ])
})

describe('Cluster API runs on one cluster and manages others', () => {
  check([
    {
      given: ['cluster-api', '1.14.2', '1.32.4'],
      want: 'unsupported',
      sentence: 'Cluster API 1.14 needs Kubernetes 1.33 or newer',
      needs: 'Kubernetes >=1.33',
    },
    {
      given: ['cluster-api-manager', '1.14.2', '1.32.4'],
      want: 'fits',
      sentence: 'Cluster API 1.14 manages Kubernetes 1.32',
    },
    {
      given: ['cluster-api-manager', '1.14.2', '1.30.4'],
      want: 'unsupported',
      sentence: 'Cluster API 1.14 manages Kubernetes 1.31 or newer',
      needs: 'Kubernetes >=1.31',
    },
    {
      given: ['cluster-api-manager', '1.11.3', '1.35.0'],
      want: 'unsupported',
      sentence: 'Cluster API 1.11 manages Kubernetes 1.34 or older',
      needs: 'Kubernetes <=1.34',
    },
    {
      given: ['cluster-api', '1.13.5', '1.37.0'],
      want: 'unsupported',
      sentence: 'Kubernetes 1.37 needs Cluster API 1.13.6 or newer in 1.13',
      needs: 'Cluster API >=1.13.6',
    },
    {
      given: ['cluster-api', '1.13.6', '1.37.0'],
      want: 'fits',
      sentence: 'Cluster API 1.13 fits Kubernetes 1.37',
    },
  ])
})

describe('The others have their own ways', () => {
  check([
    {
      given: ['helm', '3.19.0', '1.35.1'],
      want: 'unsupported',
      sentence: 'Helm 3.19 needs Kubernetes 1.34 or older',
      needs: 'Kubernetes <=1.34',
    },
    { given: ['helm', 'v4.3.1', '1.37.0'], want: 'fits', sentence: 'Helm 4.3 fits Kubernetes 1.37' },
    {
      given: ['calico', 'v3.32.3', '1.33.0'],
      want: 'unknown',
      sentence: 'Calico 3.32 is tested on Kubernetes 1.34 to 1.36, not on 1.33',
    },
    {
      given: ['calico', 'v3.32.3', '1.37.0'],
      want: 'unknown',
      sentence: 'Calico 3.32 is tested on Kubernetes 1.34 to 1.36, not on 1.37',
    },
    {
      given: ['cilium', 'v1.20.2', '1.32.0'],
      want: 'unsupported',
      sentence: 'Cilium 1.20 needs Kubernetes 1.33 or newer',
      needs: 'Kubernetes >=1.33',
    },
    {
      given: ['cilium', 'v1.20.2', '1.37.0'],
      want: 'unknown',
      sentence: 'Cilium 1.20 is tested on Kubernetes 1.33 to 1.36, not on 1.37',
    },
    {
      given: ['aws-vpc-cni', 'v1.19.0-eksbuild.1', '1.33'],
      want: 'unknown',
      sentence: 'No facts for Amazon VPC CNI 1.19',
    },
    { given: ['eks', '1.36', '1.36'], want: 'fits', sentence: 'EKS 1.36 fits Kubernetes 1.36' },
    {
      given: ['eks', 'v1.37.1-eks-1a2b3c4', 'v1.37.1-eks-1a2b3c4'],
      want: 'unknown',
      sentence: 'No facts for EKS 1.37',
    },
    { given: ['billing-op', '0.4.1', '1.35'], want: 'unknown', sentence: 'No facts for billing-op 0.4' },
  ])
})

describe('Versions come in many spellings', () => {
  check([
    { given: ['flux', '2.9', '1.34'], want: 'fits', sentence: 'Flux 2.9 fits Kubernetes 1.34' },
    { given: ['flux', '2.9.x', 'v1.35'], want: 'fits', sentence: 'Flux 2.9 fits Kubernetes 1.35' },
    { given: ['flux', '2.8', '1.34'], want: 'fits', sentence: 'Flux 2.8 fits Kubernetes 1.34' },
    {
      given: ['flux', '2.9.4', 'v1.34.2-eks-1a2b3c4'],
      want: 'fits',
      sentence: 'Flux 2.9 fits Kubernetes 1.34',
    },
    { given: ['flux', '2.9.4', 'v1.34.2+k3s1'], want: 'fits', sentence: 'Flux 2.9 fits Kubernetes 1.34' },
    {
      given: ['flux', '2.9.4', '1.34.2-gke.1067000'],
      want: 'fits',
      sentence: 'Flux 2.9 fits Kubernetes 1.34',
    },
    {
      given: ['flux', '2.10.0', 'v1.37.0-rc.1'],
      want: 'unknown',
      sentence: 'No facts for prereleases of Kubernetes 1.37',
    },
    {
      given: ['flux', '2.9.0', 'v1.33.0-rc.1'],
      want: 'unsupported',
      sentence: 'Flux 2.9 needs Kubernetes 1.34 or newer',
      needs: 'Kubernetes >=1.34',
    },
    {
      given: ['flux', 'v2.9.0-rc.2', '1.30.0'],
      want: 'unknown',
      sentence: 'No facts for prereleases of Flux 2.9',
    },
  ])
})

describe('What is no version stays unknown', () => {
  check([
    {
      given: ['karpenter', '', '1.35'],
      want: 'unknown',
      sentence: 'No facts for Karpenter without a version',
    },
    { given: ['karpenter', 'latest', '1.35'], want: 'unknown', sentence: 'No facts for Karpenter "latest"' },
    { given: ['karpenter', '>=1.0', '1.35'], want: 'unknown', sentence: 'No facts for Karpenter ">=1.0"' },
    { given: ['karpenter', '1', '1.35'], want: 'unknown', sentence: 'No facts for Karpenter "1"' },
    {
      given: ['karpenter', 'a\nb', '1.35'],
      want: 'unknown',
      sentence: 'No facts for this version of Karpenter',
    },
    { given: ['flux', '2.9.4', 'newest'], want: 'unknown', sentence: 'No facts for Kubernetes "newest"' },
    { given: ['flux', '2.9.4', ''], want: 'unknown', sentence: 'No facts for Kubernetes without a version' },
    { given: ['constructor', '1.0.0', '1.35'], want: 'unknown', sentence: 'No facts for constructor 1.0' },
    { given: ['a\u0000b', '1.0.0', '1.35'], want: 'unknown', sentence: 'No facts for a component 1.0' },
  ])
})

describe('A verdict', () => {
  test('says where it was read, and when', () => {
    expect(judgeComponent({ component: 'flux', version: '2.9.4' }, '1.33.6')).toEqual({
      component: 'flux',
      version: '2.9.4',
      verdict: 'unsupported',
      sentence: 'Flux 2.9 needs Kubernetes 1.34 or newer',
      needs: { name: 'Kubernetes', range: '>=1.34' },
      source: { url: 'https://github.com/fluxcd/flux2/releases/tag/v2.9.0', asOf: '2026-07-24' },
    })
  })

  test('has no source where nothing is known', () => {
    expect(judgeComponent({ component: 'karpenter', version: '1.15.1' }, '1.36').source).toBeUndefined()
  })
})

const part = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.nat(50).map(String),
  fc.bigInt({ min: 0n }).map(String),
)
const versionLike = fc.array(part, { minLength: 1, maxLength: 4 }).map(parts => parts.join('.'))
const anyVersion = fc.oneof(
  versionLike,
  versionLike.map(version => `v${version}-rc.1`),
  fc.string(),
)
const anyComponent = fc.oneof(fc.constantFrom(...factsByComponent.keys()), fc.string({ unit: 'binary' }))

test('Any three texts get a verdict, in one printable line of at most 140 characters without a full stop', () => {
  fc.assert(
    fc.property(anyComponent, anyVersion, anyVersion, (component, version, kubernetes) => {
      const { sentence } = judgeComponent({ component, version }, kubernetes)
      expect(sentence).toMatch(/^[A-Z][ -~]{9,139}$/)
      expect(sentence).not.toMatch(/\.$/)
    }),
  )
})

function check(cases: readonly Case[]): void {
  for (const { given, want, sentence, needs } of cases) {
    const [component, version, kubernetes] = given
    test(`${component} ${JSON.stringify(version)} on ${JSON.stringify(kubernetes)}: ${sentence}`, () => {
      const verdict = judgeComponent({ component, version }, kubernetes)
      expect({
        verdict: verdict.verdict,
        sentence: verdict.sentence,
        needs: verdict.needs && `${verdict.needs.name} ${verdict.needs.range}`,
      }).toEqual({ verdict: want, sentence, needs })
    })
  }
}
