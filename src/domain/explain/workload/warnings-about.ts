import { type Fields, partOf, textIn } from '../../object/fields.ts'
import type { Inquiry } from '../inquiry.ts'
import type { SeenRef } from '../seen-object.ts'

/** What an event says. */
export interface Warning {
  readonly reason: string
  readonly message: string
}

/** The warnings about an object, newest first, of these reasons if some are given. None if events were not read. */
export function warningsAbout(
  ref: SeenRef,
  inquiry: Inquiry,
  reasons?: readonly string[],
): readonly Warning[] {
  return eventsAbout(ref, inquiry)
    .filter(({ type, reason }) => type === 'Warning' && (reasons === undefined || reasons.includes(reason)))
    .map(({ reason, message }) => ({ reason, message }))
}

/** What an event says, whether it is a warning, and when it was last told. */
export interface TimedWarning extends Warning {
  readonly type: string
  readonly at: string
}

/** Everything that is told about an object, newest first. Nothing if events were not read. */
export function eventsAbout(ref: SeenRef, inquiry: Inquiry): readonly TimedWarning[] {
  const uid = uidOf(ref, inquiry)
  return (eventsNear(ref, inquiry) ?? [])
    .filter(event => isAbout(event, ref, uid))
    .map(event => ({
      type: textIn(event, 'type'),
      reason: textIn(event, 'reason'),
      message: textIn(event, 'message') || textIn(event, 'note'),
      at: timeOf(event),
    }))
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
}

/** All events that are kept where those about an object are; undefined if they were not read. */
export function eventsNear({ on, namespace }: SeenRef, inquiry: Inquiry): readonly Fields[] | undefined {
  // Events about what has no namespace are in this one.
  const events = inquiry.list({ on, apiVersion: 'v1', kind: 'Event', namespace: namespace ?? 'default' })
  return events.kind === 'listed' ? events.objects.map(({ fields }) => fields) : undefined
}

// An object that was made again under its name has the events of the one before.
function isAbout(event: Fields, { kind, name }: SeenRef, uid: string): boolean {
  const about = partOf(event, 'involvedObject' in event ? 'involvedObject' : 'regarding')
  const told = textIn(about, 'uid')
  const isOther = uid !== '' && told !== '' && told !== uid
  return textIn(about, 'kind') === kind && textIn(about, 'name') === name && !isOther
}

// A kubelet writes the name of its node in place of the UID.
function uidOf(ref: SeenRef, inquiry: Inquiry): string {
  const object = ref.kind === 'Node' ? 'unread' : inquiry.find(ref)
  return typeof object === 'string' ? '' : textIn(partOf(object.fields, 'metadata'), 'uid')
}

// What is told again and again has its last time in a series, or where older clients put it.
function timeOf(event: Fields): string {
  return (
    textIn(partOf(event, 'series'), 'lastObservedTime') ||
    textIn(event, 'lastTimestamp') ||
    textIn(event, 'eventTime') ||
    textIn(partOf(event, 'metadata'), 'creationTimestamp')
  )
}
