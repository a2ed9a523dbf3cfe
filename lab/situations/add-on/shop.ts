import { type KubeObject, type ObjectRef, ref } from '../../kube/kube-object.ts'
import { until } from '../../kube/until.ts'
import type { Place } from '../place.ts'
import { played, PodPlayer } from './pod-player.ts'
import type { Plan, Situation } from '../situation.ts'

/** The namespace of the workload cluster in which things go wrong. */
export const SHOP = 'shop'

/** Names an object in the shop. */
export function inShop(apiVersion: string, kind: string, name: string): ObjectRef {
  return ref(apiVersion, kind, `${SHOP}/${name}`)
}

/** A situation on a cluster where something already runs: nothing is delivered, one step proves what is in the shop. */
export interface ShopSituation extends Pick<Situation, 'name' | 'reason' | 'isBroken'> {
  /** What the step proves. */
  readonly proves: readonly ObjectRef[]
  /** How it is proven, if not by each of them being Current. */
  readonly proof?: object
  /** Makes the cluster fit for the situation; what it installs stays there for the next one. */
  readonly on?: (place: Place) => Promise<void>
  /** What comes to the workload cluster, in this order. */
  readonly objects?: (place: Place) => readonly KubeObject[]
  /** What else happens there. */
  readonly happens?: (place: Place) => Promise<void>
  readonly fix?: Situation['fix']
  /** Puts back what is not in the shop. */
  readonly after?: (place: Place) => Promise<void>
}

/** Makes a situation of what happens in the shop. */
export function shop(given: ShopSituation): Situation {
  const { name, reason, isBroken, fix } = given
  const players = new Map<string, PodPlayer>()
  return {
    name,
    reason,
    ...(isBroken ? { isBroken } : {}),
    ...(fix ? { fix } : {}),
    plan: async place => {
      await given.on?.(place)
      return planOf(given)
    },
    break: async place => {
      const player = new PodPlayer(place.workload)
      players.set(place.namespace, player)
      player.start()
      await bring(place, { ...ref('v1', 'Namespace', SHOP) }, ...(given.objects?.(place) ?? []))
      await given.happens?.(place)
    },
    after: async place => {
      await given.after?.(place)
      await closeShop(place)
      await players.get(place.namespace)?.stop()
    },
  }
}

function planOf({ proves, proof }: ShopSituation): Plan {
  const objects = proves.map(({ apiVersion, kind, metadata }) => ({ apiVersion, kind, ...metadata }))
  return { objects: [], steps: [{ name: 'shop', proof: proof ?? { objects } }], wants: proves }
}

/** Applies objects to the workload cluster, as Git would have them delivered. */
export async function bring(place: Place, ...objects: readonly KubeObject[]): Promise<void> {
  for (const object of objects) await place.workload.apply(object)
}

/** Takes objects from the workload cluster, if they are there. */
export async function take(place: Place, ...objects: readonly ObjectRef[]): Promise<void> {
  for (const object of objects) await place.workload.delete(object).catch(() => undefined)
}

async function closeShop(place: Place): Promise<void> {
  const namespace = ref('v1', 'Namespace', SHOP)
  await take(place, namespace)
  await until('the shop is closed', async () => !(await place.workload.find(namespace)), 300_000)
}

interface PodTemplate {
  readonly container?: object
  readonly pod?: object
  readonly replicas?: number
}

/** A Deployment of the shop. Its pods are said to run, unless their spec says why they cannot. */
export function deployment(name: string, { container, pod, replicas = 1 }: PodTemplate = {}): KubeObject {
  const labels = { app: name }
  const containers = [{ name: 'web', image: 'registry.example.com/web:1.0.0', ...container }]
  const template = { metadata: { labels: { ...labels, ...played } }, spec: { containers, ...pod } }
  return {
    ...inShop('apps/v1', 'Deployment', name),
    spec: { replicas, selector: { matchLabels: labels }, template },
  }
}

/** The Deployment that most situations are about. */
export const web = inShop('apps/v1', 'Deployment', 'web')

/** A Secret of the shop. */
export function secret(name: string, stringData: Readonly<Record<string, string>>): KubeObject {
  return { ...inShop('v1', 'Secret', name), stringData }
}

/** A ConfigMap of the shop. */
export function configMap(name: string, data: Readonly<Record<string, string>>): KubeObject {
  return { ...inShop('v1', 'ConfigMap', name), data }
}
