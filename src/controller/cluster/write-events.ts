import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { encodeUtf8 } from '../../domain/bytes/utf8.ts'
import { sha256Hex } from '../../domain/bytes/sha256.ts'
import type { PlanEvent } from '../../domain/plan/events-of.ts'
import { ApiError, hasCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { names } from '../../domain/api/api-names.ts'
import { apiVersionOf } from '../../engine/api/api.ts'
import { resources } from '../world/resources.ts'
import type { WriteContext } from './act.ts'

/**
 * Returns what became different. Done before the status is written: who dies in between tells it again under the same
 * name, which the server refuses.
 */
export async function writeEvents(context: WriteContext, events: readonly PlanEvent[]): Promise<void> {
  for (const event of events) if ((await writeEvent(context, event)) === 'failed') return
}

async function writeEvent(
  { world, cluster, call, fact }: WriteContext,
  event: PlanEvent,
): Promise<'told' | 'failed'> {
  const object = eventObject(cluster, event, world.clock.now())
  try {
    await world.management.create(resources.event, object, { ...call, fieldManager: names.fieldManager })
  } catch (error) {
    if (hasCode(error, 'AlreadyExists')) return 'told'
    // No gate waits for a word about it.
    if (!(error instanceof ApiError)) throw error
    world.log.warn('cannot write an event', {
      cluster: qualifiedName(fact),
      error: error.message,
    })
    // Who does not answer for one event does not for the next: the status is waiting.
    return 'failed'
  }
  return 'told'
}

function eventObject(
  { apiVersion, kind, metadata }: KubeObject,
  { type, reason, note, id }: PlanEvent,
  now: number,
): KubeObject {
  const { name, namespace = '', uid = '' } = metadata
  const digest = sha256Hex([encodeUtf8(`${uid} ${id}`)]).slice(0, 16)
  return {
    apiVersion: apiVersionOf(resources.event),
    kind: 'Event',
    metadata: { name: `${name}.${digest}`, namespace },
    eventTime: `${new Date(now).toISOString().slice(0, -1)}000Z`,
    reportingController: 'fitout.dev/controller',
    reportingInstance: 'fitout',
    action: reason,
    reason,
    type,
    note: note.slice(0, 1024),
    regarding: { apiVersion, kind, name, namespace, uid },
  }
}
