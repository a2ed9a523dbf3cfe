import { API_VERSION, GROUP } from '../api/api-names.ts'
import type { Notification } from './notification.ts'

/** As the notification-controller of Flux takes it: its Event, version v1beta1. */
export interface FluxEvent {
  readonly involvedObject: Readonly<Record<'apiVersion' | 'kind' | 'namespace' | 'name' | 'uid', string>>
  readonly severity: 'info' | 'error'
  readonly timestamp: string
  readonly message: string
  readonly reason: string
  /** Keys of another group than that of the object are thrown away there. */
  readonly metadata: Readonly<Record<string, string>>
  readonly reportingController: string
  readonly reportingInstance: string
}

/** A notification as an event of Flux about the Fitout, whose clusters are told of. */
export function fluxEventOf({ key, kind, message, facts }: Notification, timestamp: string): FluxEvent {
  const [{ fitout, cluster, reason, state, step, actor }] = facts
  const { namespace } = cluster
  const about = {
    // Events with the same token and the same message within five minutes are one for it.
    token: key,
    ...(facts.length === 1 ? { cluster: cluster.name, state } : { clusters: String(facts.length) }),
    ...(step === '' ? {} : { step }),
    ...(kind === 'trouble' ? { actor } : {}),
  }
  return {
    involvedObject: {
      apiVersion: API_VERSION,
      kind: 'Fitout',
      namespace,
      name: fitout.name,
      uid: fitout.uid,
    },
    severity: kind === 'trouble' ? 'error' : 'info',
    timestamp,
    message,
    reason,
    metadata: Object.fromEntries(Object.entries(about).map(([name, value]) => [`${GROUP}/${name}`, value])),
    reportingController: 'fitout-controller',
    reportingInstance: 'fitout-controller',
  }
}
