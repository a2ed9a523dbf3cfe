import { names } from '../../src/domain/api/api-names.ts'
import type { Random } from '../../src/engine/clock.ts'
import { pick } from '../../src/simulator/clock/seeded-random.ts'
import { changeCluster } from './hands.ts'
import type { Scene, Trouble } from './scene.ts'

/** One start is like another. */
const MOST_SHARDS = 3
const KEYS = ['red', 'green'] as const

/** A fleet that was divided before: every third cluster is in a shard, which has its controllers. */
export function beginWithShard(scene: Scene): void {
  scene.names.filter((_, index) => index % 3 === 0).forEach(name => setShard(scene, name, KEYS[0]))
  startShard(scene, KEYS[0], () => 0)
  scene.shards.set(KEYS[0], 'there')
}

/** A shard is added: its controllers first and then the labels, as it should be, or the other way round. */
export const addShard: Trouble = (scene, random) => {
  const key = pick(
    random,
    KEYS.filter(each => !scene.shards.has(each)),
  )
  if (key === undefined || scene.shardsAdded >= MOST_SHARDS) return undefined
  scene.shardsAdded += 1
  const members = scene.names.filter(() => random() < 0.4)
  const start = (): void => startShard(scene, key, random)
  const label = (): void => members.forEach(name => setShard(scene, name, key))
  const [first, then] = random() < 0.7 ? [start, label] : [label, start]
  scene.shards.set(key, 'changing')
  first()
  return () => {
    then()
    scene.shards.set(key, 'there')
  }
}

/** A shard is removed: its labels first and then its controllers, as it should be, or the other way round. */
export const removeShard: Trouble = (scene, random) => {
  const key = pick(random, shardsThere(scene))
  if (key === undefined) return undefined
  const stop = (): void => stopShard(scene, key)
  const unlabel = (): void => {
    for (const name of scene.names) if (shardOf(scene, name) === key) setShard(scene, name, undefined)
  }
  const [first, then] = random() < 0.7 ? [unlabel, stop] : [stop, unlabel]
  scene.shards.set(key, 'changing')
  first()
  return () => {
    then()
    scene.shards.delete(key)
  }
}

/** A cluster goes to another shard, or out of any. */
export const relabel: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  const keys = [undefined, ...shardsThere(scene)].filter(key => key !== shardOf(scene, name))
  // One whose shard is just being added or removed is labelled by whoever does that.
  const isFree = scene.shards.get(shardOf(scene, name) ?? '') !== 'changing'
  if (isFree && keys.length > 0) setShard(scene, name, pick(random, keys))
  return undefined
}

function shardsThere({ shards }: Scene): readonly string[] {
  return [...shards].filter(([, state]) => state === 'there').map(([key]) => key)
}

function startShard({ fleet }: Scene, key: string, random: Random): void {
  const candidates = random() < 0.5 ? 1 : 2
  for (let started = 0; started < candidates; started += 1) fleet.stand({ kind: 'labelled', key })
}

function stopShard({ fleet }: Scene, key: string): void {
  for (const process of fleet.processes)
    if (process.shard.kind === 'labelled' && process.shard.key === key && !process.isOver) void process.stop()
}

function shardOf(scene: Scene, name: string): string | undefined {
  return scene.cluster(name)?.metadata.labels?.[names.shardLabel]
}

function setShard(scene: Scene, name: string, key: string | undefined): void {
  changeCluster(scene, name, cluster => {
    const others = Object.entries(cluster.metadata.labels ?? {}).filter(([each]) => each !== names.shardLabel)
    const labels = Object.fromEntries(key === undefined ? others : [...others, [names.shardLabel, key]])
    return { ...cluster, metadata: { ...cluster.metadata, labels } }
  })
}
