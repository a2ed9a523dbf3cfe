import { partOf } from '../../domain/health/read-field.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Store } from '../store/store.ts'
import { conditionOf, isTrue, type Said, withConditions } from '../models/conditions.ts'
import { putByModel, writeByModel } from '../models/model-write.ts'
import { hasSource } from './flux-kinds.ts'
import { missingValue } from './missing-value.ts'

/** What a release brings. */
export type Chart = (release: KubeObject) => readonly KubeObject[]

/** Measured: 6.9 s from a HelmRelease to Ready, of which 5 s are Helm's wait after the Deployment is available. */
const WAIT_MS = 6800
/** How soon a failed one is tried again, if nothing tells. */
const RETRY_MS = 30_000

/** Brings a HelmRelease a step further; gives in how many milliseconds it is to be looked at again. */
export function reconcileRelease(store: Store, release: KubeObject, chartOf: Chart): number | undefined {
  const missing = missingValue(store, release)
  if (missing !== undefined) return hold(store, release, { reason: 'ValuesError', message: missing })
  if (!hasSource(store, release))
    return hold(store, release, { reason: 'SourceNotReady', message: 'the source of the chart is not ready' })

  const objects = chartOf(release)
  const isRefused = objects.map(object => isRefusedBy(store, object)).includes(true)
  if (isRefused)
    return hold(store, release, { reason: 'InstallFailed', message: 'an object of the chart is refused' })
  if (isReadyFor(release)) return undefined
  if (conditionOf(release, 'Ready')?.['reason'] !== 'Progressing') {
    say(store, release, { type: 'Ready', status: 'Unknown', reason: 'Progressing' })
    return WAIT_MS
  }
  const isUp = objects.every(({ apiVersion, kind, metadata }) => {
    const served = store.kinds.named(apiVersion, kind)
    return (
      kind !== 'Deployment' ||
      isTrue(served && store.find(served, metadata.namespace, metadata.name), 'Available')
    )
  })
  if (!isUp) return WAIT_MS
  const message = 'Helm install succeeded'
  say(store, release, { type: 'Ready', status: 'True', reason: 'InstallSucceeded', message })
  return undefined
}

function isReadyFor(release: KubeObject): boolean {
  return (
    isTrue(release, 'Ready') &&
    partOf(release, 'status')['observedGeneration'] === release.metadata.generation
  )
}

function hold(store: Store, release: KubeObject, said: Pick<Said, 'reason' | 'message'>): number {
  say(store, release, { type: 'Ready', status: 'False', ...said })
  return RETRY_MS
}

function say(store: Store, release: KubeObject, said: Said): void {
  const kind = store.kinds.named(release.apiVersion, release.kind)
  if (kind === undefined) return
  const { generation = 1 } = release.metadata
  const status = { ...partOf(release, 'status'), observedGeneration: generation }
  const next = withConditions({ ...release, status }, store.timestamp(), [
    { ...said, observedGeneration: generation },
  ])
  writeByModel(store, kind, next)
}

function isRefusedBy(store: Store, object: KubeObject): boolean {
  const kind = store.kinds.named(object.apiVersion, object.kind)
  const live = kind && store.find(kind, object.metadata.namespace, object.metadata.name)
  try {
    // What others have put on the head of an object stays.
    putByModel(
      store,
      live ? { ...live, ...object, metadata: { ...live.metadata, ...object.metadata } } : object,
    )
    return false
  } catch (error) {
    if (error instanceof ApiError) return true
    throw error
  }
}
