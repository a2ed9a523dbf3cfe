import { describe, expect, test } from 'vitest'
import { type CompatQuestion, judgeCompatibility } from './judge-compatibility.ts'
import { worstVerdict } from './verdict.ts'

const fits = { component: 'flux', version: '2.9.4' }
const held = { component: 'karpenter', version: '1.8.2' }
const unknown = { component: 'billing-op', version: '0.4.1' }

describe('judgeCompatibility', () => {
  test('judges every component, in the order of the question', () => {
    expect(sentencesOf({ kubernetes: '1.35.1', components: [held, unknown, fits] })).toEqual([
      'unsupported: Kubernetes 1.35 needs Karpenter 1.9 or newer',
      'unknown: No facts for billing-op 0.4',
      'fits: Flux 2.9 fits Kubernetes 1.35',
    ])
  })

  test('warns once about what is unknown, however often it is asked', () => {
    const again = { component: 'billing-op', version: '0.4.7' }
    expect(judgeCompatibility({ kubernetes: '1.35.1', components: [again, unknown, fits] }).warnings).toEqual(
      [{ ...again, sentence: 'No facts for billing-op 0.4', source: undefined }],
    )
  })

  test('does not warn about what must be held', () => {
    expect(judgeCompatibility({ kubernetes: '1.35.1', components: [held] }).warnings).toEqual([])
  })

  test('has nothing to say about nothing', () => {
    expect(judgeCompatibility({ kubernetes: '1.35', components: [] })).toEqual({ verdicts: [], warnings: [] })
  })
})

describe('EKS is judged, too', () => {
  const cases: readonly {
    name: string
    given: Omit<CompatQuestion, 'components'>
    want: readonly string[]
  }[] = [
    {
      name: 'if the version of Kubernetes says so',
      given: { kubernetes: 'v1.35.2-eks-1a2b3c4' },
      want: ['fits: EKS 1.35 fits Kubernetes 1.35'],
    },
    {
      name: 'if the question says so',
      given: { kubernetes: '1.37', platform: 'eks' },
      want: ['unknown: No facts for EKS 1.37'],
    },
    {
      name: 'but not if the question says otherwise',
      given: { kubernetes: 'v1.35.2-eks-1a2b3c4', platform: 'other' },
      want: [],
    },
    { name: 'but not elsewhere', given: { kubernetes: 'v1.35.2' }, want: [] },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(sentencesOf({ ...given, components: [] })).toEqual(want))
  }
})

describe('The end of support only warns', () => {
  const flux25 = { component: 'flux', version: '2.5.1' }
  const cases = [
    { name: 'on the day before there is none', now: '2026-02-23T23:59:59Z', want: [] },
    {
      name: 'from its day on there is one',
      now: '2026-02-24T00:00:00Z',
      want: ['Flux 2.5 is out of support since 2026-02-24'],
    },
    {
      name: 'and it stays the same',
      now: '2029-01-01T00:00:00Z',
      want: ['Flux 2.5 is out of support since 2026-02-24'],
    },
  ]
  for (const { name, now, want } of cases) {
    test(name, () => {
      const answer = judgeCompatibility({ kubernetes: '1.31', components: [flux25], now: Date.parse(now) })
      expect(answer.verdicts.map(({ verdict }) => verdict)).toEqual(['fits'])
      expect(answer.warnings.map(({ sentence }) => sentence)).toEqual(want)
    })
  }

  test('without a clock nothing is said', () => {
    expect(judgeCompatibility({ kubernetes: '1.31', components: [flux25] }).warnings).toEqual([])
  })

  test('EKS first costs more and then ends', () => {
    expect(warningsOfEks133('2026-07-28')).toEqual([])
    expect(warningsOfEks133('2026-07-29')).toEqual(['EKS 1.33 is in extended support since 2026-07-29'])
    expect(warningsOfEks133('2027-07-29')).toEqual(['EKS 1.33 is out of support since 2027-07-29'])
  })

  test('a warning says where the date was read', () => {
    const [warning] = judgeCompatibility({
      kubernetes: '1.31',
      components: [flux25],
      now: Date.parse('2026-11-15'),
    }).warnings
    expect(warning?.source).toEqual({ url: 'https://endoflife.date/flux', asOf: '2026-08-22' })
  })
})

describe('worstVerdict', () => {
  const cases = [
    { name: 'one that must be held outweighs all', given: [unknown, held, fits], want: 'unsupported' },
    { name: 'one that is unknown is never counted as fitting', given: [fits, unknown], want: 'unknown' },
    { name: 'all fit', given: [fits], want: 'fits' },
    { name: 'nothing to judge fits', given: [], want: 'fits' },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => {
      expect(worstVerdict(judgeCompatibility({ kubernetes: '1.35', components: given }).verdicts)).toBe(want)
    })
  }
})

function sentencesOf(question: CompatQuestion): readonly string[] {
  return judgeCompatibility(question).verdicts.map(({ verdict, sentence }) => `${verdict}: ${sentence}`)
}

function warningsOfEks133(today: string): readonly string[] {
  const question = { kubernetes: '1.33', platform: 'eks', components: [], now: Date.parse(today) } as const
  return judgeCompatibility(question).warnings.map(({ sentence }) => sentence)
}
