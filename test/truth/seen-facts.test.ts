import { describe, expect, test } from 'vitest'
import { sampleStore } from '../simulator/sample-store.ts'
import type { Fact, Place } from './object-facts.ts'
import { type Ask, SeenFacts, groundsOf } from './seen-facts.ts'
import { trueSteps } from './step-facts.ts'

let isWell = true
const web: Fact = {
  name: 'Deployment apps/web',
  kind: 'Deployment',
  key: 'apps/web',
  isShown: () => isWell,
  isSo: () => true,
}
const place: Place = { name: 'blue', workload: sampleStore().store, shown: () => undefined }

interface Look {
  readonly at: number
  readonly ask: Ask
  readonly isWell?: boolean
}

function problemAfter(...looks: readonly Look[]): string | undefined {
  const seen = new SeenFacts()
  for (const look of looks) {
    isWell = look.isWell ?? true
    seen.ask([web], look.ask, { places: [place], now: look.at })
  }
  return seen.problem([web], 1000)
}

const all: Ask = { kind: 'Deployment' }

describe('What a gate rests on', () => {
  const cases: readonly { name: string; looks: readonly Look[]; want: string | undefined }[] = [
    { name: 'was seen when its kind was listed', looks: [{ at: 1000, ask: all }], want: undefined },
    {
      name: 'was seen when it was asked for by name',
      looks: [{ at: 1000, ask: { ...all, namespace: 'apps', name: 'web' } }],
      want: undefined,
    },
    {
      name: 'stays seen when it is not so any more a moment later',
      looks: [
        { at: 1000, ask: all },
        { at: 1500, ask: all, isWell: false },
      ],
      want: undefined,
    },
    { name: 'was not read by nobody', looks: [], want: 'Deployment apps/web was not read before' },
    {
      name: 'was not read when another one was',
      looks: [{ at: 1000, ask: { ...all, name: 'api' } }],
      want: 'Deployment apps/web was not read before',
    },
    {
      name: 'was not read when another namespace was',
      looks: [{ at: 1000, ask: { ...all, namespace: 'other' } }],
      want: 'Deployment apps/web was not read before',
    },
    {
      name: 'was not read when that is too long ago',
      looks: [{ at: 999, ask: all }],
      want: 'Deployment apps/web was not read before',
    },
    {
      name: 'was not so when it was read, although a watch may have told better since',
      looks: [{ at: 1000, ask: all, isWell: false }],
      want: 'Deployment apps/web was not so when it was read before',
    },
  ]
  test.for(cases)('$name', ({ looks, want }) => expect(problemAfter(...looks)).toBe(want))

  test('are the steps that it needs, and the value that must be there before', () => {
    const steps = trueSteps(6, 'base')
    const karpenter = steps.find(({ name }) => name === 'karpenter')
    const names = karpenter ? groundsOf(steps, karpenter).map(({ name }) => name) : []
    expect(names).toContain('Deployment flux-system/helm-controller')
    expect(names.at(-1)).toBe('Secret karpenter/eks-connection')
    expect(names).not.toContain('DaemonSet network/cni-node')
  })
})
