import { describe, expect, test } from 'vitest'
import { aCluster, NOW, sampleFleet } from './sample-clusters.ts'
import { countCauses, countStates, loudest } from './sum-fleet.ts'

describe('A fleet, summed up', () => {
  test('is counted by state, first what needs somebody', () => {
    expect(countStates(sampleFleet).map(({ state, count }) => `${count} ${state}`)).toEqual([
      '1 Failed',
      '1 Stuck',
      '3 Held',
      '3 Fitting out',
      '2 Ready',
    ])
  })

  test('has each cause once, the one of most clusters first, and then the oldest', () => {
    const causes = countCauses(sampleFleet).map(({ cause, clusters, state, oldest }) => ({
      reason: cause.reason,
      clusters,
      state,
      seconds: (NOW - oldest) / 1000,
    }))
    expect(causes).toEqual([
      {
        reason: 'VersionUnsupported',
        clusters: ['prod/legacy-1', 'prod/legacy-2'],
        state: 'Held',
        seconds: 300,
      },
      { reason: 'ProofFailed', clusters: ['dev/team-3'], state: 'Failed', seconds: 3720 },
      { reason: 'HandOverKeyMissing', clusters: ['prod/payments-eu'], state: 'Held', seconds: 724 },
      { reason: 'ProofInProgress', clusters: ['edge/store-berlin'], state: 'Stuck', seconds: 61 },
    ])
  })

  test('needs nobody for a hold that ends by itself', () => {
    const cause = { reason: 'ControlPlaneNotReady', message: 'not yet', actor: 'nobody' } as const
    const waiting = { now: NOW, clusters: [aCluster({ at: 0, step: 'Held', cause })] }
    expect([countCauses(waiting), loudest(waiting)]).toEqual([[], undefined])
  })

  test('is loudest where the state is worst, and then where it lasts longest', () => {
    expect(loudest(sampleFleet)?.id).toBe('dev/team-3')
    const held = sampleFleet.clusters.filter(({ state }) => state === 'Held')
    expect(loudest({ ...sampleFleet, clusters: held })?.id).toBe('prod/payments-eu')
  })
})
