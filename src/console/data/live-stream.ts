import type { Fresh } from '../../server/api/fleet-response.ts'
import type { ClusterPatch, FleetPatch, PingData } from '../../server/api/stream-event.ts'
import { checkFreshness, noteHeard } from './freshness.ts'

/** What happens on the stream, for those who follow a topic. */
export interface StreamFollower {
  readonly onPatch: (patch: FleetPatch | ClusterPatch) => void
  /** Something was missed: everything has to be fetched anew. */
  readonly onResync: () => void
}

const HIDDEN_MS = 5 * 60_000
const CHECK_MS = 5_000
/** A stream on which nothing comes for so long is dead, or a proxy holds it back. */
const DEAD_MS = 40_000
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 15_000] as const
const JITTER_MS = 1_000

const followers = new Map<string, Set<StreamFollower>>()
let source: EventSource | undefined
let openTopics = ''
let seq: number | undefined
/** The change that the open stream goes on from. */
let openedAfter: number | undefined
let failures = 0
let lastMessageAt = performance.now()
let retry: ReturnType<typeof setTimeout> | undefined
let hiding: ReturnType<typeof setTimeout> | undefined

/** Follows a topic: `fleet`, `cluster:prod/blue`. There is one stream for all of them. */
export function followTopic(topic: string, follower: StreamFollower): () => void {
  const others = followers.get(topic) ?? new Set()
  followers.set(topic, others.add(follower))
  queueMicrotask(reopenIfNeeded)
  return () => {
    others.delete(follower)
    if (others.size === 0) followers.delete(topic)
    queueMicrotask(reopenIfNeeded)
  }
}

/** Says up to which change everything was fetched: the stream must go on from there. */
export function noteFetched(next: number): void {
  // A stream that was opened before the fetch has begun somewhere else: what lies between would be missing.
  const hasGap = source !== undefined && (openedAfter === undefined || openedAfter > next)
  seq = hasGap ? next : Math.max(seq ?? 0, next)
  if (hasGap) reopen()
}

function noteSeq(next: number): void {
  seq = Math.max(seq ?? 0, next)
}

/** Watches over the stream for as long as the page lives. */
export function keepStreamAlive(): void {
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('online', reopen)
  setInterval(() => {
    checkFreshness()
    if (document.hidden || followers.size === 0) return
    const isDead = source !== undefined && performance.now() - lastMessageAt > DEAD_MS
    if (isDead) {
      resyncAll()
      reopen()
    }
  }, CHECK_MS)
}

function onVisibility(): void {
  clearTimeout(hiding)
  if (document.hidden) {
    hiding = setTimeout(close, HIDDEN_MS)
    return
  }
  checkFreshness()
  if (source === undefined) reopen()
}

function reopenIfNeeded(): void {
  if (topicsWanted() !== openTopics || source === undefined) reopen()
}

function topicsWanted(): string {
  return [...followers.keys()].toSorted().join(',')
}

function reopen(): void {
  close()
  const topics = topicsWanted()
  if (topics === '' || (document.hidden && hiding === undefined)) return
  openTopics = topics
  lastMessageAt = performance.now()
  openedAfter = seq
  const after = seq === undefined ? '' : `&after=${seq}`
  const opened = new EventSource(`/api/v1/stream?topics=${encodeURIComponent(topics)}${after}`)
  source = opened
  opened.addEventListener('patch', ({ data }) => onPatch(String(data)))
  opened.addEventListener('ping', ({ data }) => {
    const ping = parsed(String(data))
    if (isPing(ping)) heard(ping)
  })
  opened.addEventListener('resync', ({ data }) => {
    const told = parsed(String(data))
    lastMessageAt = performance.now()
    seq = isNumbered(told) ? told.seq : undefined
    resyncAll()
  })
  opened.addEventListener('error', () => {
    // The browser tries again by itself only while the answer is a stream.
    if (opened.readyState === EventSource.CLOSED && source === opened) retryLater()
  })
}

function close(): void {
  clearTimeout(retry)
  source?.close()
  source = undefined
  openTopics = ''
}

function retryLater(): void {
  close()
  const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 15_000
  failures += 1
  retry = setTimeout(reopen, wait + Math.random() * JITTER_MS)
}

function onPatch(text: string): void {
  const patch = parsed(text)
  if (!isPatch(patch)) return resyncAll()
  heard(patch)
  for (const follower of followers.get(patch.topic) ?? []) follower.onPatch(patch)
}

function heard(message: Fresh & { readonly seq: number }): void {
  failures = 0
  lastMessageAt = performance.now()
  noteSeq(message.seq)
  noteHeard(message)
}

// A thousand tabs must not come back in the same moment.
function resyncAll(): void {
  setTimeout(() => {
    for (const all of followers.values()) for (const { onResync } of all) onResync()
  }, Math.random() * JITTER_MS)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isNumbered(value: unknown): value is { readonly seq: number } {
  return typeof value === 'object' && value !== null && 'seq' in value && typeof value.seq === 'number'
}

function isPing(value: unknown): value is PingData {
  return isNumbered(value) && 'asOf' in value && typeof value.asOf === 'string'
}

function isPatch(value: unknown): value is FleetPatch | ClusterPatch {
  return isPing(value) && 'topic' in value && typeof value.topic === 'string'
}
