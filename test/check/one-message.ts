import type { Notification } from '../../src/domain/notify/notification.ts'
import type { Violation } from './violation.ts'

/** A message that people got. */
export interface Message {
  readonly t: number
  /** The controller that sent it. */
  readonly by: string
  readonly notification: Notification
}

/**
 * Finds facts that one controller told people twice: the same of the same cluster, in the same time of being ready or not,
 * under the same plan. Judged by what the messages say, and not by their keys.
 */
export function checkOneMessage(messages: readonly Message[]): readonly Violation[] {
  const told = new Set<string>()
  return messages.flatMap(({ t, by, notification }) =>
    notification.facts.flatMap(({ cluster, fitout, step, reason, since }) => {
      const place = `${cluster.namespace}/${cluster.name}`
      const fact = [by, place, fitout.uid, fitout.generation, step, reason, since].join(' ')
      if (told.has(fact))
        return { rule: 'oneMessage', t, sentence: `${by} told people twice: ${place} ${reason}` } as const
      told.add(fact)
      return []
    }),
  )
}
