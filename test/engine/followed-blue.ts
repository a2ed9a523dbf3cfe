import { type FollowOptions, followSelection } from '../../src/engine/follow/follow-selection.ts'
import { manualClock } from './manual-clock.ts'
import { aCluster, clusters } from './sample-objects.ts'
import { SampleServer } from './sample-server.ts'
import { seededRandom } from './seeded-random.ts'

/** For tests: a server with the cluster "blue", followed and synced; then the news and calls so far are forgotten. */
export async function followedBlue(options: Partial<FollowOptions> = {}) {
  const server = new SampleServer()
  server.put(aCluster('blue'))
  const clock = manualClock()
  const news: string[] = []
  const followed = followSelection(server.api, clusters, {
    clock,
    random: seededRandom(1),
    onChange: change => void news.push(`${change.kind} ${change.key}`),
    onRestored: () => void news.push('restored'),
    ...options,
  })
  await clock.advance(0)
  news.length = 0
  server.calls.length = 0
  return { server, clock, news, followed }
}
