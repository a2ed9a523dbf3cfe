import { describe, expect, test } from 'vitest'
import { causeReasons } from '../../src/domain/explain/cause-reason.ts'
import { explain } from '../../src/domain/explain/explain.ts'
import { neededReads } from '../../src/domain/explain/needed-reads.ts'
import { formatWhy } from '../../src/domain/explain/show/format-why.ts'
import { clusterSituations } from './cluster-situations.ts'
import { deliverySituations } from './delivery-situations.ts'
import { fluxApplySituations } from './flux-apply-situations.ts'
import { fluxFetchSituations } from './flux-fetch-situations.ts'
import { fluxSituations } from './flux-situations.ts'
import { helmSituations } from './helm-situations.ts'
import { karpenterSituations } from './karpenter-situations.ts'
import { missingSituations } from './missing-situations.ts'
import { nodeSituations } from './node-situations.ts'
import { planSituations } from './plan-situations.ts'
import { podSituations } from './pod-situations.ts'
import { refusalSituations } from './refusal-situations.ts'
import { stepNames } from './situation.ts'
import { situations } from './situations.ts'
import { stoppedSituations } from './stopped-situations.ts'

const families = {
  cluster: clusterSituations,
  plan: planSituations,
  delivery: deliverySituations,
  flux: fluxSituations,
  'flux-fetch': fluxFetchSituations,
  'flux-apply': fluxApplySituations,
  helm: helmSituations,
  missing: missingSituations,
  pod: podSituations,
  refusal: refusalSituations,
  stopped: stoppedSituations,
  node: nodeSituations,
  karpenter: karpenterSituations,
}

test.for(situations)('$name: $reason', ({ facts, reason }) => {
  expect(explain(facts).reason).toBe(reason)
})

describe('Sentence, evidence and next of every situation are as they were looked over:', () => {
  for (const [family, all] of Object.entries(families)) {
    test(family, async () => {
      const texts = all.map(({ name, facts }) => {
        const text = formatWhy(explain(facts), { name: 'prod/payments-eu', steps: stepNames })
        return `# ${name}\n\n${text}`
      })
      await expect(texts.join('\n')).toMatchFileSnapshot(`golden/${family}.txt`)
    })
  }
})

test('There is a situation for every reason, and every situation is distinguished by its name', () => {
  expect(new Set(situations.map(({ reason }) => reason))).toEqual(new Set(Object.keys(causeReasons)))
  expect(new Set(situations.map(({ name }) => name)).size).toBe(situations.length)
})

test('Every cause is claimed with evidence', () => {
  const bare = situations.filter(({ facts }) => explain(facts).evidence.length === 0)
  expect(bare).toEqual([])
})

test('What is needed is read in few rounds, and then nothing more is asked for', () => {
  const asked = situations.map(({ facts }) => neededReads(facts))
  expect(asked.flat()).toEqual([])
  expect(Math.max(...situations.map(({ facts }) => facts.answers.size))).toBeLessThanOrEqual(16)
})
