import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError } from '../../src/engine/api/api-error.ts'
import { type Selection, type WatchEvent, apiVersionOf } from '../../src/engine/api/api.ts'
import type { Store } from '../../src/simulator/store/store.ts'
import type { Exchange } from './http-exchange.ts'
import { refusalAnswer, statusOf } from './refusal-answer.ts'

/** Answers a watch: what is wrong at once by its status, all else as events until either side ends it. */
export async function serveWatch(store: Store, exchange: Exchange, selection: Selection): Promise<void> {
  const { query } = exchange
  const version = query.get('resourceVersion') ?? ''
  const events = store.api().watch(selection, version)[Symbol.asyncIterator]()
  const seconds = Number(query.get('timeoutSeconds') ?? 0)
  const end = (): void => void events.return?.()
  const cancel = seconds > 0 ? store.clock.after(seconds * 1000, end) : () => undefined
  exchange.onClose(() => {
    cancel()
    end()
  })
  const first = events.next()
  // A watch that waits has nothing wrong with it.
  const early = await Promise.race([
    first.then(
      () => undefined,
      (error: unknown) => error,
    ),
    nextTurn(),
  ])
  if (early instanceof ApiError) return refuse(exchange, early)
  exchange.head(200, 'application/json')
  await pass({ exchange, selection, events, first })
}

function refuse(exchange: Exchange, error: ApiError): void {
  const { status, contentType, body } = refusalAnswer(error)
  exchange.head(status, contentType)
  exchange.end(body)
}

interface Passing {
  readonly exchange: Exchange
  readonly selection: Selection
  readonly events: AsyncIterator<WatchEvent>
  readonly first: Promise<IteratorResult<WatchEvent>>
}

async function pass({ exchange, selection, events, first }: Passing): Promise<void> {
  const wantsBookmarks = exchange.query.get('allowWatchBookmarks') === 'true'
  try {
    for (let next = await first; next.done !== true; next = await events.next()) {
      if (exchange.isOver()) return
      const event = next.value
      if (event.type === 'BOOKMARK' && !wantsBookmarks) continue
      if (!exchange.write(`${JSON.stringify(shown(event, selection))}\n`) && !exchange.isOver())
        await exchange.drained()
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    exchange.write(`${JSON.stringify({ type: 'ERROR', object: statusOf(error) })}\n`)
  }
  exchange.end()
}

function shown(event: WatchEvent, { resource, metadataOnly = false }: Selection): object {
  if (event.type !== 'BOOKMARK') return event
  const { resourceVersion } = event
  const head = metadataOnly
    ? { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata' }
    : { apiVersion: apiVersionOf(resource), kind: resource.kind }
  return { type: 'BOOKMARK', object: { ...head, metadata: { resourceVersion, creationTimestamp: null } } }
}
