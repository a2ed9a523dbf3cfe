import { encodeUtf8 } from '../../domain/bytes/utf8.ts'
import { sha256Hex } from '../../domain/bytes/sha256.ts'
import { isFields, partOf } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Store } from '../store/store.ts'
import { valueSources } from './missing-value.ts'

/** What is known of one release of a chart, as the status of its HelmRelease keeps it. */
export interface Snapshot {
  readonly version: number
  readonly status: 'deployed' | 'failed' | 'superseded'
  readonly configDigest: string
}

/** What a release is made of: when nothing of it changes, there is nothing to release. */
export function configDigest(store: Store, release: KubeObject): string {
  const { chart, chartRef, values } = partOf(release, 'spec')
  const from = valueSources(store, release).map(source => source && source['data'])
  const text = JSON.stringify([chart, chartRef, values, from])
  return `sha256:${sha256Hex([encodeUtf8(text)])}`
}

/** The releases of before, the last one first. */
export function historyOf(release: KubeObject): readonly Snapshot[] {
  const { history } = partOf(release, 'status')
  return (Array.isArray(history) ? history : []).filter(isSnapshot)
}

/** The history with one more release; the one before is superseded by it. */
export function withRelease(release: KubeObject, next: Omit<Snapshot, 'version'>): readonly Snapshot[] {
  const [last, ...others] = historyOf(release)
  if (last === undefined) return [{ version: 1, ...next }]
  const before: Snapshot = { ...last, status: 'superseded' }
  return [{ version: last.version + 1, ...next }, before, ...others].slice(0, KEPT)
}

/** How many releases Flux keeps in mind. */
const KEPT = 5

function isSnapshot(value: unknown): value is Snapshot {
  return isFields(value) && typeof value['version'] === 'number'
}
