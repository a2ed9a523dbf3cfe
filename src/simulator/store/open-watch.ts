import type { Selection, WatchEvent } from '../../engine/api/api.ts'
import type { Kind } from '../kinds/kind.ts'
import { refusal } from './refusal.ts'
import { matcherOf } from './selection.ts'
import type { Viewer } from './serve-api.ts'
import type { Store } from './store.ts'
import { Watch } from './watch.ts'

/** What a watch is requested for. */
export interface WatchRequest {
  readonly store: Store
  readonly viewer: Viewer
  readonly kind: Kind
  readonly selection: Selection
  readonly resourceVersion: string
  readonly signal: AbortSignal | undefined
}

/** A watch that begins when it is first read. What is wrong with the request is thrown then. */
export function openWatch(request: () => WatchRequest): AsyncIterator<WatchEvent> {
  let watch: Watch | undefined
  let isOver = false
  return {
    next: async () => {
      if (isOver) return { done: true, value: undefined }
      watch ??= begin(request())
      return watch.next()
    },
    return: async () => {
      isOver = true
      return watch?.return() ?? { done: true, value: undefined }
    },
  }
}

function begin({ store, viewer, kind, selection, resourceVersion, signal }: WatchRequest): Watch {
  const matches = matcherOf(selection, kind)
  const common = { selection, kind, matches, horizon: viewer.horizon, signal }
  if (resourceVersion === '' || resourceVersion === '0') return beginNow(store, common)
  if (!/^\d{1,16}$/.test(resourceVersion))
    throw refusal('ServerError', { verb: 'watch', ...selection }, 'resourceVersion: not a number')
  return new Watch(store, { ...common, from: Number(resourceVersion), first: [] })
}

// Without a version to start from, everything that is there is told first.
function beginNow(
  store: Store,
  common: Omit<ConstructorParameters<typeof Watch>[1], 'from' | 'first'>,
): Watch {
  const from = common.horizon()
  const first = store.snapshotAt(from, common.kind).filter(object => common.matches(object))
  return new Watch(store, { ...common, from, first })
}
