import { partOf } from '../../domain/health/read-field.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Model, Store } from '../store/store.ts'
import type { Change } from '../store/table.ts'
import { isTrue, withConditions } from '../models/conditions.ts'
import { KeyedTimers } from '../models/keyed-timers.ts'
import { writeByModel } from '../models/model-write.ts'
import { fluxKinds, hasSource, isAtWork } from './flux-kinds.ts'
import { readsValues } from './missing-value.ts'
import { type Chart, reconcileRelease } from './reconcile-release.ts'

const WATCH_LABEL = 'reconcile.fluxcd.io/watch'
const SOURCE_MS = 300
const KUSTOMIZATION_MS = 1000
const RELEASE_MS = 100
/** How soon what waits for something else is looked at again, if nothing tells. */
const RETRY_MS = 30_000

/** What Flux installs. */
export interface FluxOptions {
  readonly chartOf: Chart
}

/** The controllers of Flux, each for as long as its Deployment is available. */
export function runFlux(store: Store, { chartOf }: FluxOptions): Model {
  const timers = new KeyedTimers(store.clock, job => {
    const [name = '', key = ''] = job.split(' ')
    const rule = fluxKinds[name]
    const kind = rule && store.kinds.named(rule.apiVersion, name)
    const object = kind && store.table(kind).get(key)
    if (!rule || !object || object.metadata.deletionTimestamp !== undefined || !isAtWork(store, rule.by))
      return
    if (name === 'HelmRelease') {
      const nextMs = reconcileRelease(store, object, chartOf)
      if (nextMs !== undefined) timers.ask(job, nextMs)
    } else if (name === 'Kustomization' && !hasSource(store, object)) timers.ask(job, RETRY_MS)
    else writeByModel(store, kind, ready(store, object))
  })
  const ask = (name: string, key: string): void => timers.ask(`${name} ${key}`, delayOf(name))
  const lookAtAll = (filter: (name: string, object: KubeObject) => boolean): void => {
    for (const [name, { apiVersion }] of Object.entries(fluxKinds)) {
      const kind = store.kinds.named(apiVersion, name)
      if (kind === undefined) continue
      for (const [key, object] of store.table(kind).listAt(store.revision))
        if (filter(name, object)) ask(name, key)
    }
  }
  const othersChanged = ({ group, kind }: Kind, { before, after }: Change): void => {
    if (after === undefined) return
    const { name, namespace, labels } = after.metadata
    const isController = group === 'apps' && kind === 'Deployment' && namespace === 'flux-system'
    if (isController && isTrue(after, 'Available') && !isTrue(before, 'Available'))
      lookAtAll(one => fluxKinds[one]?.by === name)
    // A release that waits is told of values only if they ask for it.
    if (group === '' && (kind === 'Secret' || kind === 'ConfigMap') && labels?.[WATCH_LABEL] === 'Enabled')
      lookAtAll(
        (one, object) =>
          one === 'HelmRelease' && object.metadata.namespace === namespace && readsValues(object, kind, name),
      )
  }
  return {
    changed: (kind, change) => {
      const { key, before, after } = change
      if (fluxKinds[kind.kind] === undefined) return othersChanged(kind, change)
      if (after === undefined) return
      if (after['spec'] !== before?.['spec']) ask(kind.kind, key)
      // What waits for a source hears of it.
      if (isTrue(after, 'Ready') && !isTrue(before, 'Ready'))
        lookAtAll((name, object) => !isTrue(object, 'Ready') && fluxKinds[name]?.by !== 'source-controller')
    },
    restored: () => lookAtAll(() => true),
  }
}

function delayOf(name: string): number {
  if (name === 'HelmRelease') return RELEASE_MS
  return name === 'Kustomization' ? KUSTOMIZATION_MS : SOURCE_MS
}

function ready(store: Store, object: KubeObject): KubeObject {
  const { generation = 1 } = object.metadata
  const status = { ...partOf(object, 'status'), observedGeneration: generation }
  if (partOf(object, 'spec')['type'] === 'oci') return { ...object, status }
  const said = { type: 'Ready', status: 'True', reason: 'Succeeded', observedGeneration: generation } as const
  return withConditions({ ...object, status }, store.timestamp(), [said])
}
