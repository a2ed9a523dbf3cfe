import { describe, expect, test } from 'vitest'
import type { KubeObject } from './api/kube-object.ts'
import { fenced } from './election/fenced.ts'
import { runElection } from './election/run-election.ts'
import { followSelection } from './follow/follow-selection.ts'
import { rateLimited } from './run/rate-limited.ts'
import { done } from './run/outcome.ts'
import { runController } from './run/run-controller.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { aCluster, clusters } from '#test/engine/sample-objects.ts'
import { SampleServer } from '#test/engine/sample-server.ts'
import { seededRandom } from '#test/engine/seeded-random.ts'

/** A small controller of all parts: it answers the label `asked` with the label `answered`. */
function runAll(seed: number) {
  const server = new SampleServer()
  const clock = manualClock()
  const random = seededRandom(seed)
  const history: string[] = []
  const leaseServer = new SampleServer()
  const election = runElection(leaseServer.api, {
    namespace: 'x',
    name: 'x',
    identity: 'me',
    fieldManager: 'me',
    clock,
    random,
  })
  const api = rateLimited(fenced(server.api, election), { qps: 50, burst: 10 }, clock)
  const followed = followSelection(api, clusters, {
    clock,
    random,
    onChange: ({ key }) => controller.add(key),
    relistMs: () => 120_000,
  })
  const controller = runController({
    name: 'answers',
    clock,
    random,
    isBehind: key => followed.isBehind(key),
    reconcile: async (key, signal) => {
      const cluster = followed.get(key)
      const asked = cluster && labelOf(cluster, 'asked')
      if (!cluster || labelOf(cluster, 'answered') === asked) return done
      const { namespace = '', name, uid = '' } = cluster.metadata
      // Without a version: nothing but the rule of the own write keeps it from being written twice.
      const answer = aCluster(name, { namespace, uid, labels: { answered: asked ?? '' } })
      const written = await api.apply(clusters.resource, answer, { fieldManager: 'me', signal })
      history.push(`${clock.elapsed().toFixed(3)} ${key} ${asked ?? ''}`)
      followed.sawWrite(key, uid, written.metadata.resourceVersion ?? '')
      return done
    },
  })
  return { server, clock, random, history, followed, controller, election }
}

function labelOf({ metadata }: KubeObject, label: string): string | undefined {
  return metadata.labels?.[label]
}

const faults: readonly ((server: SampleServer) => void)[] = [
  server => server.endWatches(),
  server => server.endWatches('Unreachable'),
  server => server.endWatches('Gone'),
  server => server.compact(),
  server => server.fail('list', ['ServerError', 'Timeout']),
  server => server.fail('watch', ['Unreachable', 'TooManyRequests'], 2),
  server => server.fail('apply', ['Conflict', 'ServerError']),
  server => void (server.dropsEvents = true),
  server => void (server.dropsEvents = false),
  server => {
    for (const stream of server.streams) stream.isHeld = true
  },
]

async function runWithFaults(seed: number) {
  const all = runAll(seed)
  const { server, clock, random } = all
  const pick = (count: number): number => Math.floor(random() * count)
  for (let round = 1; round <= 60; round += 1) {
    const name = `c${pick(8)}`
    if (random() < 0.15 && server.has(`prod/${name}`)) server.remove(`prod/${name}`)
    else server.put(aCluster(name, { labels: { asked: String(round) } }))
    if (random() < 0.5) faults[pick(faults.length)]?.(server)
    if (random() < 0.3) server.bookmark()
    await clock.advance(random() * 5000)
  }
  server.dropsEvents = false
  for (let minute = 0; minute < 5; minute += 1) {
    server.bookmark()
    await clock.advance(60_000)
  }
  return all
}

describe('All parts together', () => {
  const seeds = Array.from({ length: 15 }, (_, index) => index + 1)

  test('bring every object to its end once faults stop, write nothing twice, and then are quiet (A8)', async () => {
    for (const seed of seeds) {
      const { server, clock, history, followed } = await runWithFaults(seed)
      const { items } = await server.api.list(clusters)
      const open = items.filter(item => labelOf(item, 'asked') !== labelOf(item, 'answered'))
      expect({ seed, open, count: items.length > 0 }).toEqual({ seed, open: [], count: true })
      expect(new Set(followed.list().map(item => item.metadata.resourceVersion))).toEqual(
        new Set(items.map(item => item.metadata.resourceVersion)),
      )
      const writes = history.length
      for (let minute = 0; minute < 10; minute += 1) {
        server.bookmark()
        await clock.advance(60_000)
      }
      const answers = history.map(line => line.slice(line.indexOf(' ')))
      expect({ seed, writes, answers }).toEqual({
        seed,
        writes: answers.length,
        answers: [...new Set(answers)],
      })
    }
  })

  test('do the same at the same time for the same seed', async () => {
    const first = await runWithFaults(3)
    const second = await runWithFaults(3)
    expect(first.history.length).toBeGreaterThan(10)
    expect([second.history, second.server.calls]).toEqual([first.history, first.server.calls])
  })

  test('leave no timer behind when they are stopped', async () => {
    const { clock, controller, followed, election } = await runWithFaults(5)
    const stopped = Promise.all([controller.stop(5000), followed.stop(), election.stop()])
    await clock.advance(0)
    expect([(await stopped)[0], clock.sleepers()]).toEqual([[], 0])
  })
})
