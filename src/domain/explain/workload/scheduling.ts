import { conditionOf, type SeenObject } from '../seen-object.ts'

/** Why a pod has no node, in the words of the scheduler. */
export interface Scheduling {
  readonly reason: string
  readonly message: string
  /** How many nodes were looked at; undefined if it does not say. */
  readonly nodes: number | undefined
  /** How many nodes were refused for which words. */
  readonly refusals: readonly { readonly nodes: number; readonly words: string }[]
}

/** Reads what the scheduler says of a pod; undefined if the pod has a node, or nobody has looked for one. */
export function schedulingOf(pod: SeenObject): Scheduling | undefined {
  const scheduled = conditionOf(pod, 'PodScheduled')
  if (scheduled?.status !== 'False') return undefined
  const { reason, message } = scheduled
  const [, count, rest = ''] = /^0\/(\d{1,6}) nodes are available: (.*)/s.exec(message) ?? []
  const isNone = message.includes('no nodes available to schedule pods')
  const nodes = isNone ? 0 : count === undefined ? undefined : Number(count)
  // What follows the first sentence is about making room, not about fitting.
  const [filtered = ''] = rest.split(/\. (?:preemption|no new claims)/i)
  const refusals = [...filtered.matchAll(/(\d{1,6}) ([A-Z]?[^,]{1,300}?)(?=, \d|\.?$)/g)]
  return {
    reason,
    message,
    nodes,
    refusals: refusals.map(([, n, words = '']) => ({ nodes: Number(n), words })),
  }
}

/** The resources that nodes have too little of, in a stable order. */
export function lackingResources({ refusals }: Scheduling): readonly string[] {
  return refusals
    .flatMap(({ words }) => /^Insufficient ([a-z0-9./-]{1,63})$/.exec(words)?.[1] ?? [])
    .toSorted()
}
