import type { NotificationFact } from './fact.ts'
import type { Notification } from './notification.ts'

/** What a webhook is sent. docs/guides/notifications.md shows one; fields may be added, none goes. */
export interface WebhookMessage {
  readonly version: 1
  readonly key: string
  readonly kind: NotificationFact['kind']
  readonly time: string
  readonly message: string
  readonly next?: string
  readonly fitout: Readonly<Record<'namespace' | 'name' | 'uid', string>>
  readonly reason: string
  readonly step?: string
  readonly actor?: NotificationFact['actor']
  /** How many clusters it is about; the first hundred of them are listed. */
  readonly count: number
  readonly clusters: readonly WebhookCluster[]
}

interface WebhookCluster {
  readonly key: string
  readonly namespace: string
  readonly name: string
  readonly state: NotificationFact['state']
  readonly since: string
  readonly sentence: string
}

const CLUSTERS = 100

/** A notification for any program that takes JSON. */
export function webhookMessageOf(notification: Notification, time: string): WebhookMessage {
  const { key, kind, message, next, facts } = notification
  const [{ cluster, fitout, reason, step, actor }] = facts
  return {
    version: 1,
    key,
    kind,
    time,
    message,
    ...(next === undefined ? {} : { next }),
    fitout: { namespace: cluster.namespace, name: fitout.name, uid: fitout.uid },
    reason,
    ...(step === '' ? {} : { step }),
    ...(kind === 'trouble' ? { actor } : {}),
    count: facts.length,
    clusters: facts.slice(0, CLUSTERS).map(clusterOf),
  }
}

function clusterOf({ key, cluster, state, since, sentence }: NotificationFact): WebhookCluster {
  return { key, ...cluster, state, since, sentence }
}
