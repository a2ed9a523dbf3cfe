import { expect, test } from 'vitest'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { durationsOfChange } from './durations-of-change.ts'

interface Told {
  readonly state: string
  readonly uid?: string
  /** When each step was proven; undefined while it is not. */
  readonly readyAt: readonly (string | undefined)[]
}

function told({ state, uid = 'u1', readyAt }: Told): KubeObject {
  const lastTransitionTime = '2026-11-16T12:10:00Z'
  const status = state === 'Ready' ? 'True' : 'False'
  return {
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'ClusterFitout',
    metadata: { name: 'blue', namespace: 'a', uid: 'c1', creationTimestamp: '2026-11-16T12:00:00Z' },
    spec: { fitout: 'eks' },
    status: {
      state,
      cluster: { name: 'blue', uid },
      steps: readyAt.map((at, index) => ({
        name: `step-${index}`,
        state: at === undefined ? 'Proving' : 'Ready',
        openedAt: '2026-11-16T12:01:00Z',
        ...(at === undefined ? {} : { readyAt: at }),
      })),
      conditions: [{ type: 'Ready', status, reason: 'Ready', message: 'Words', lastTransitionTime }],
    },
  }
}

const first = '2026-11-16T12:03:00Z'
const second = '2026-11-16T12:10:00Z'
const begun: Told = { state: 'FittingOut', readyAt: [first, undefined] }
const ready: Told = { state: 'Ready', readyAt: [first, second] }
const of = (step: string | undefined, seconds: number) => ({ fitout: 'a/eks', step, seconds })

const cases: readonly { name: string; before: Told; after: Told; want: readonly object[] }[] = [
  {
    name: 'a step that is proven took the time since its gate was opened',
    before: { state: 'FittingOut', readyAt: [undefined, undefined] },
    after: begun,
    want: [of('step-0', 120)],
  },
  {
    name: 'with the last step, all of it took the time since its making',
    before: begun,
    after: ready,
    want: [of('step-1', 540), of(undefined, 600)],
  },
  { name: 'other words about the same take no time', before: ready, after: ready, want: [] },
  {
    name: 'what was proven before, and is again, has taken its time already',
    before: { ...ready, state: 'Failed' },
    after: ready,
    want: [],
  },
  {
    name: 'of another cluster under the same name, nothing was proven before',
    before: { ...begun, uid: 'u0' },
    after: begun,
    want: [of('step-0', 120)],
  },
]
test.for(cases)('$name', ({ before, after, want }) => {
  const change = { kind: 'changed', key: 'a/blue', before: told(before), after: told(after) } as const
  expect(durationsOfChange(change)).toEqual(want)
})

test('a ClusterFitout that comes or goes says nothing', () => {
  expect(durationsOfChange({ kind: 'added', key: 'a/blue', after: told(ready) })).toEqual([])
  expect(durationsOfChange({ kind: 'removed', key: 'a/blue', before: told(ready) })).toEqual([])
})
