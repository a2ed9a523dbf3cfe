import { ApiError } from '../../engine/api/api-error.ts'
import type { Call, Selection, WatchEvent } from '../../engine/api/api.ts'
import type { Random } from '../../engine/clock.ts'
import { LineSplitter } from '../answer/line-splitter.ts'
import type { WantedKind } from '../answer/read-object.ts'
import { readWatchEvent } from '../answer/read-watch-event.ts'
import type { OpenCall, Transport } from '../transport/transport.ts'
import { openAnswer } from './ask.ts'
import { callName } from './call-name.ts'
import { acceptOne } from './read-calls.ts'
import { queryText, resourcePath } from './resource-path.ts'

interface WatchOptions {
  readonly transport: Transport
  readonly random: Random
}

const MIN_SECONDS = 300
const SPREAD_SECONDS = 300
// A server that does not end a watch when it said it would is not waited for any longer.
const GRACE_MS = 30_000

/** Follows a selection until the server ends it, or throws an ApiError. Nothing is sent before the first `next`. */
export async function* watch(
  { transport, random }: WatchOptions,
  selection: Selection & { readonly resourceVersion: string },
  { signal, timeoutMs }: Call = {},
): AsyncGenerator<WatchEvent, void, undefined> {
  const call = callName('watch', selection)
  // Spread, so that the watches of many clusters do not end in the same second.
  const seconds = MIN_SECONDS + Math.floor(random() * SPREAD_SECONDS)
  const path = watchPath(selection, seconds)
  if (path === undefined) throw new ApiError('Invalid', { call })
  const open = await openAnswer(transport, {
    call,
    method: 'GET',
    path,
    ...acceptOne(selection.metadataOnly),
    isWatch: true,
    isSecret: selection.resource.kind === 'Secret',
    deadlineMs: Math.min(timeoutMs ?? Infinity, transport.limits.watchOpenMs),
    signal,
  })
  try {
    open.guard.setDeadline(timeoutMs ?? seconds * 1000 + GRACE_MS)
    yield* events(transport, open, selection)
  } catch (error) {
    throw open.guard.errorFor(error)
  } finally {
    open.end()
  }
}

function watchPath(
  selection: Selection & { readonly resourceVersion: string },
  seconds: number,
): string | undefined {
  const path = resourcePath(selection)
  const query = {
    watch: true,
    allowWatchBookmarks: true,
    resourceVersion: selection.resourceVersion,
    timeoutSeconds: seconds,
    labelSelector: selection.labels,
    fieldSelector: selection.fields,
  }
  return path && `${path}${queryText(query)}`
}

async function* events(transport: Transport, open: OpenCall, want: WantedKind): AsyncGenerator<WatchEvent> {
  const { incoming, guard, holding } = open
  const { eventBytes, quietWatchMs } = transport.limits
  const splitter = new LineSplitter()
  const alive = () => incoming.isPinged || guard.progress(quietWatchMs, 'Unreachable')
  alive()
  for await (const chunk of transport.chunks(incoming)) {
    alive()
    for (const line of splitter.push(chunk)) {
      if (line.length > eventBytes) throw new ApiError('TooLarge', { call: guard.call })
      guard.check()
      yield readWatchEvent(line, want, guard.call)
    }
    const { pendingBytes } = splitter
    if (pendingBytes > eventBytes || !holding.set(pendingBytes))
      throw new ApiError('TooLarge', { call: guard.call })
  }
  // Half an event is no event: what it said is lost, and must not be passed over.
  if (splitter.pendingBytes > 0) throw new ApiError('BadAnswer', { call: guard.call })
}
