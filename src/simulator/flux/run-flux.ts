import { partOf } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Model, Store } from '../store/store.ts'
import type { StoreChange } from '../store/table.ts'
import { isTrue } from '../models/conditions.ts'
import { KeyedTimers } from '../models/keyed-timers.ts'
import { takeAway } from './brought-objects.ts'
import { fluxKinds, hasSource, isAtWork } from './flux-kinds.ts'
import { finishDeletion, sayReady } from './flux-status.ts'
import { helmChartOf } from './helm-chart.ts'
import { readsValues } from './missing-value.ts'
import { type Tree, reconcileKustomization } from './reconcile-kustomization.ts'
import { type Chart, reconcileRelease } from './reconcile-release.ts'

const WATCH_LABEL = 'reconcile.fluxcd.io/watch'
const SOURCE_MS = 300
const KUSTOMIZATION_MS = 1000
const RELEASE_MS = 100

/** What Flux installs. */
export interface FluxModelOptions {
  readonly chartOf: Chart
  /** What is in Git is known to few; nothing by default. */
  readonly treeOf?: Tree
}

/** The controllers of Flux, each for as long as its Deployment is available. */
export function runFlux(store: Store, options: FluxModelOptions): Model {
  const timers = new KeyedTimers(store.clock, job => {
    const [name = '', key = ''] = job.split(' ')
    const rule = fluxKinds[name]
    const kind = rule && store.kinds.named(rule.apiVersion, name)
    const object = kind && store.table(kind).get(key)
    if (!rule || !object || !isAtWork(store, rule.by)) return
    const nextMs = look(store, object, options)
    if (nextMs !== undefined) timers.ask(job, nextMs)
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
  const othersChanged = ({ group, kind }: Kind, { before, after }: StoreChange): void => {
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
      const isMarked = after.metadata.deletionTimestamp !== before?.metadata.deletionTimestamp
      if (after['spec'] !== before?.['spec'] || isMarked) ask(kind.kind, key)
      // What waits for a source hears of it.
      if (isTrue(after, 'Ready') && !isTrue(before, 'Ready'))
        lookAtAll((name, object) => !isTrue(object, 'Ready') && waiters.has(name))
    },
    restored: () => lookAtAll(() => true),
  }
}

/** Kinds whose objects wait for another one to get ready. */
const waiters: ReadonlySet<string> = new Set(['HelmChart', 'HelmRelease', 'Kustomization'])

function delayOf(name: string): number {
  if (name === 'HelmRelease' || name === 'HelmChart') return RELEASE_MS
  return name === 'Kustomization' ? KUSTOMIZATION_MS : SOURCE_MS
}

/** One look of a controller at an object; gives in how many milliseconds the next one is due, if one is. */
function look(
  store: Store,
  object: KubeObject,
  { chartOf, treeOf = () => [] }: FluxModelOptions,
): number | undefined {
  const { suspend, prune, type } = partOf(object, 'spec')
  const brings = object.kind === 'HelmRelease' ? chartOf : treeOf
  if (object.metadata.deletionTimestamp !== undefined) {
    const chart = helmChartOf(object)
    if (chart !== undefined) takeAway(store, [chart])
    if (suspend !== true && (object.kind === 'HelmRelease' || prune === true)) takeAway(store, brings(object))
    finishDeletion(store, object)
    return undefined
  }
  if (suspend === true) return undefined
  if (object.kind === 'HelmRelease') return reconcileRelease(store, object, chartOf)
  if (object.kind === 'Kustomization') return reconcileKustomization(store, object, treeOf)
  if (object.kind === 'HelmChart' && !hasSource(store, object)) {
    const message = 'the repository of the chart is not ready'
    sayReady(store, object, { status: 'False', reason: 'SourceUnavailable', message, isDone: false })
    return undefined
  }
  // A registry is asked for each chart, not in advance.
  const reason = object.kind === 'HelmChart' ? 'ChartPullSucceeded' : 'Succeeded'
  if (type !== 'oci') sayReady(store, object, { status: 'True', reason, isDone: true })
  return undefined
}
