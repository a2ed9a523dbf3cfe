import type { Sample } from '../../engine/metrics/metrics.ts'
import type { ViewResult } from '../views/view-pool.ts'

/** How many workload clusters could be read when they were last looked at, and how many could not, by reason. */
export function countViews(sights: readonly ViewResult[]): readonly Sample[] {
  const read = sights.filter(({ kind }) => kind === 'read').length
  const unread = byReason(sights).map(([reason, since]) => ({
    labels: { state: 'unread', reason },
    value: since.length,
  }))
  return [{ labels: { state: 'read', reason: '' }, value: read }, ...unread]
}

/** For how many seconds the one that could not be read for longest was not, by reason. */
export function unreadAges(sights: readonly ViewResult[], now: number): readonly Sample[] {
  return byReason(sights).map(([reason, since]) => ({
    labels: { reason },
    value: Math.max(0, now - Math.min(...since)) / 1000,
  }))
}

function byReason(sights: readonly ViewResult[]): readonly (readonly [string, readonly number[]])[] {
  const groups = new Map<string, number[]>()
  for (const viewResult of sights) {
    if (viewResult.kind === 'read') continue
    const { reason } = viewResult.problem
    groups.set(reason, [...(groups.get(reason) ?? []), viewResult.since])
  }
  return [...groups]
}
