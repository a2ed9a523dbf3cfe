import { below, pick } from '../../src/simulator/clock/seeded-random.ts'
import type { DeniedWrite, Hostility, UnreadableBy } from './obstacles.ts'
import type { Trouble } from './scene.ts'
import { connectionName, packs } from './swarm-plan.ts'
import { makeUnhealthy } from './trouble-workloads.ts'

const deniedWrites: readonly DeniedWrite[] = [
  'secret',
  'resourceSet',
  'gate',
  'status',
  'FitoutReady',
  'event',
]
const hostilities: readonly Hostility[] = ['garbage', 'tooLarge', 'endless']
const codes: readonly UnreadableBy[] = ['Forbidden', 'ServerError']

/** What hangs, as its kind is listed, and where something of it runs. */
const hangingKinds = [
  { kind: 'Deployment', plural: 'deployments', namespaces: ['flux-system', 'karpenter', 'extras'] },
  { kind: 'DaemonSet', plural: 'daemonsets', namespaces: ['network'] },
] as const

/** A policy or a quota refuses one kind of write, whatever happens on the clusters meanwhile. */
export const denyWrite: Trouble = (scene, random) => {
  const write = pick(random, deniedWrites) ?? 'secret'
  const heal = sometimesUnhealthy(scene, random)
  scene.obstacles.denied.add(write)
  return () => {
    scene.obstacles.denied.delete(write)
    heal?.()
  }
}

/** One source of a step cannot be read. */
export const readDenied: Trouble = (scene, random) => {
  const secrets = scene.names.map(name => `Secret default/${connectionName(name)}`)
  const configMaps = packs.filter(({ kind }) => kind === 'ConfigMap')
  const keys = [...secrets, ...configMaps.map(({ metadata }) => `ConfigMap default/${metadata.name}`)]
  const key = pick(random, keys) ?? ''
  scene.obstacles.unreadable.set(key, pick(random, codes) ?? 'Forbidden')
  const heal = sometimesUnhealthy(scene, random)
  return () => {
    scene.obstacles.unreadable.delete(key)
    heal?.()
  }
}

/** Lists and watches of one kind come to nothing on a cluster, as with a dead conversion webhook. */
export const hangKind: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  const { kind, plural, namespaces } = pick(random, hangingKinds) ?? hangingKinds[0]
  const isUnhealthy = random() < 0.5
  const namespace = pick(random, namespaces) ?? ''
  const { hung } = scene.obstacles
  if (hung.has(name)) return undefined
  hung.set(name, kind)
  scene.workload(name)?.endWatches({ group: 'apps', plural })
  const heal = isUnhealthy ? makeUnhealthy(scene, name, namespace) : undefined
  return () => {
    hung.delete(name)
    heal?.()
  }
}

/** A workload cluster answers what it likes. */
export const hostileCluster: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  scene.obstacles.hostile.set(name, pick(random, hostilities) ?? 'garbage')
  scene.workload(name)?.endWatches()
  return () => scene.obstacles.endHostility(name, scene.now)
}

/** Most clusters fall silent at once. */
export const deadClusters: Trouble = (scene, random) => {
  const [, ...others] = scene.names.toSorted(() => random() - 0.5)
  const dead = others
    .slice(0, Math.max(1, others.length - below(random, 3)))
    .filter(name => !scene.lost.has(name))
  for (const name of dead) scene.link(name)?.set({ kind: 'silent' })
  return () => dead.forEach(name => scene.reach(name))
}

/** Cluster API does not reach a cluster, which gets another value just then. */
export const cutDelivery: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  const key = `default/${name}`
  if (scene.fleet.cutOff.has(key)) return undefined
  scene.fleet.cutOff.add(key)
  if (scene.secret(connectionName(name))) scene.putValue(name, scene.versions.get(name) === 1 ? 2 : 1)
  return () => scene.fleet.cutOff.delete(key)
}

function sometimesUnhealthy(...[scene, random]: Parameters<Trouble>): (() => void) | undefined {
  const [name = '', namespace = ''] = [pick(random, scene.names), pick(random, ['flux-system', 'network'])]
  return random() < 0.5 ? makeUnhealthy(scene, name, namespace) : undefined
}
