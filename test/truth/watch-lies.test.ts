import { describe, expect, test } from 'vitest'
import { deletePlan, setPaused } from '../swarm/hands.ts'
import type { Scene } from '../swarm/scene.ts'
import { makeUnhealthy } from '../swarm/trouble-workloads.ts'
import { aFittedScene, say } from './sample-scene.ts'
import { type Lie, lengthOf } from './watch-lies.ts'

const MINUTE_MS = 60_000

async function liesAfter(trouble: (scene: Scene) => void): Promise<readonly string[]> {
  const scene = await aFittedScene()
  await scene.fleet.clock.advance(10_000)
  trouble(scene)
  await scene.fleet.clock.advance(5 * MINUTE_MS)
  return scene.lies.lies.map(inWords)
}

function inWords(lie: Lie): string {
  return `${lie.voice}, ${Math.round(lengthOf(lie) / MINUTE_MS)} min: ${lie.about}`
}

const both = (about: string): readonly string[] => [`status, 5 min: ${about}`, `FitoutReady, 5 min: ${about}`]

describe('A word that nobody takes back is a lie', () => {
  const cases: readonly { name: string; trouble: (scene: Scene) => void; want: readonly string[] }[] = [
    { name: 'not while it is true', trouble: () => undefined, want: [] },
    {
      name: 'when pods are not ready any more',
      trouble: scene => makeUnhealthy(scene, 'cluster-0', 'extras'),
      want: both('step "extras": Deployment extras/extras is not so'),
    },
    {
      name: 'when the cluster cannot be reached',
      trouble: scene => scene.link('cluster-0')?.set({ kind: 'down' }),
      want: both('it cannot be reached'),
    },
    {
      name: 'when a kind cannot be listed',
      trouble: ({ obstacles }) => obstacles.hung.set('cluster-0', 'Deployment'),
      want: both('its Deployments cannot be listed'),
    },
    {
      name: 'when another value is to be handed over',
      trouble: scene => scene.putValue('cluster-0', 2),
      want: both('step "karpenter": Secret karpenter/eks-connection is not so'),
    },
    {
      name: 'when the plan asks for what does not exist',
      trouble: scene => scene.edit('unproven'),
      want: both('step "cni": cni-that-is-not-there is not so'),
    },
    {
      name: 'but not of a Cluster that is paused',
      trouble: scene => {
        setPaused(scene, 'cluster-0', true)
        scene.link('cluster-0')?.set({ kind: 'down' })
      },
      want: [],
    },
    {
      name: 'but not without a plan',
      trouble: scene => {
        deletePlan(scene)
        scene.link('cluster-0')?.set({ kind: 'down' })
      },
      want: [],
    },
  ]
  test.for(cases)('$name', async ({ trouble, want }) => expect(await liesAfter(trouble)).toEqual(want))

  test('and who cannot write it is excused for that time, there and nowhere else', async () => {
    const about = 'it cannot be reached'
    const told = await liesAfter(scene => {
      scene.obstacles.denied.add('status')
      scene.link('cluster-0')?.set({ kind: 'down' })
    })
    expect(told).toEqual([`status, 0 min: ${about}`, `FitoutReady, 5 min: ${about}`])
  })
})

test('a cluster that is called ready before it was is reported at once', async () => {
  const scene = await aFittedScene({ lieMs: 5_000 })
  scene.edit('unproven')
  await scene.fleet.clock.advance(10_000)
  say(scene, { state: 'FittingOut' })
  say(scene, { state: 'Ready' })
  expect(scene.lies.early).toEqual([
    'truth: at 10000 ms cluster-0 is called ready, and step "cni" has not been so',
  ])
})
