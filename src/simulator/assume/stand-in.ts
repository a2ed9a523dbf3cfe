import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { apiGroup } from '../../domain/object/api-group.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Kind } from '../kinds/kind.ts'
import { isTrue, withConditions } from '../models/conditions.ts'
import { KeyedTimers } from '../models/keyed-timers.ts'
import { putByModel, writeByModel } from '../models/model-write.ts'
import type { Model, Store } from '../store/store.ts'
import type { StoreChange } from '../store/table.ts'
import { type Fields, partOf } from '../../domain/object/fields.ts'
import type { Assumption, Assumptions, Bringer, BringerKind } from './assumption.ts'

/** From a healthy release to what it brings: nothing waits for it, as a release is ready only after its objects. */
const MAKE_MS = 100
const READY_MS = 1000
/** How soon something that was refused is tried again, such as an object whose kind is not served yet. */
const RETRY_MS = 1000

const bringerKinds: Readonly<Record<BringerKind, { readonly apiVersion: string; readonly says: string }>> = {
  HelmRelease: { apiVersion: 'helm.toolkit.fluxcd.io/v2', says: 'Ready' },
  Kustomization: { apiVersion: 'kustomize.toolkit.fluxcd.io/v1', says: 'Ready' },
  Deployment: { apiVersion: 'apps/v1', says: 'Available' },
}

/** Does on a workload cluster what is assumed: makes objects once their bringer is healthy, and readies those of operators. */
export function standIn(store: Store, { makes, readies }: Pick<Assumptions, 'makes' | 'readies'>): Model {
  const ready = new Set(
    readies.map(({ apiVersion, kind, namespace, name }) =>
      jobFor(apiGroup(apiVersion), kind, qualifiedName({ namespace, name })),
    ),
  )
  const timers = new KeyedTimers(store.clock, job => {
    if (job.startsWith('ready ')) return readyObject(store, job)
    const one = makes[Number(job)]
    if (one && isHealthy(store, one.bringer) && isRefused(store, one)) timers.ask(job, RETRY_MS)
  })
  const makeAll = (isBrought: (one: Assumption) => boolean): void =>
    makes.forEach((one, index) => isBrought(one) && timers.ask(String(index), MAKE_MS))
  const changed = ({ group, kind }: Kind, { key, after }: StoreChange): void => {
    if (after === undefined) return
    if (isBringerKind(kind) && isTrue(after, bringerKinds[kind].says))
      makeAll(({ bringer }) => bringer.by === 'object' && bringer.kind === kind && keyOf(bringer) === key)
    const job = jobFor(group, kind, key)
    if (ready.has(job) && !isReadied(after)) timers.ask(job, READY_MS)
  }
  return { changed, restored: () => makeAll(() => true) }
}

function jobFor(group: string, kind: string, key: string): string {
  return `ready ${group}/${kind} ${key}`
}

function keyOf({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return qualifiedName({ namespace, name })
}

function isBringerKind(kind: string): kind is BringerKind {
  return kind in bringerKinds
}

function isHealthy(store: Store, bringer: Bringer): boolean {
  if (bringer.by === 'cluster') return true
  const { apiVersion, says } = bringerKinds[bringer.kind]
  const kind = store.kinds.named(apiVersion, bringer.kind)
  return isTrue(kind && store.find(kind, bringer.namespace, bringer.name), says)
}

/** Makes an object that is not there; returns whether it has to be tried again. */
function isRefused(store: Store, { object }: Assumption): boolean {
  const kind = store.kinds.named(object.apiVersion, object.kind)
  if (kind && store.find(kind, object.metadata.namespace, object.metadata.name)) return false
  try {
    putByModel(store, object)
    return false
  } catch (error) {
    if (error instanceof ApiError) return true
    throw error
  }
}

function readyObject(store: Store, job: string): void {
  const [, groupKind = '', key = ''] = job.split(' ')
  const [group, name] = groupKind.split('/')
  const kind = store.kinds.all().find(one => one.group === group && one.kind === name)
  const object = kind && store.table(kind).get(key)
  if (!kind || !object) return
  writeByModel(store, kind, readied(object, store.timestamp()))
}

function isReadied(object: KubeObject): boolean {
  return object.kind === 'Service' ? 'ingress' in loadBalancerOf(object) : isTrue(object, 'Ready')
}

function loadBalancerOf(object: KubeObject): Fields {
  return partOf(partOf(object, 'status'), 'loadBalancer')
}

// Some clouds give the one, some the other: a proof may ask for either.
const address = { ip: '192.0.2.1', hostname: 'load-balancer.example.com' }

function readied(object: KubeObject, now: string): KubeObject {
  if (object.kind === 'Service') {
    return { ...object, status: { loadBalancer: { ...loadBalancerOf(object), ingress: [address] } } }
  }
  const { generation = 1 } = object.metadata
  const status = { ...partOf(object, 'status'), observedGeneration: generation }
  const said = ['Ready', 'Available'].map(
    type => ({ type, status: 'True', reason: 'Assumed', observedGeneration: generation }) as const,
  )
  return withConditions({ ...object, status }, now, said)
}
