import { type Fields, partOf, textIn } from '../../health/read-field.ts'
import type { Inquiry } from '../inquiry.ts'
import type { ObjectRef } from '../object/seen-object.ts'

/** What an event says. */
export interface Warning {
  readonly reason: string
  readonly message: string
}

/** The warnings about an object with one of these reasons, newest first. None if events were not read. */
export function warningsAbout(
  { on, namespace, kind, name }: ObjectRef,
  inquiry: Inquiry,
  reasons: readonly string[],
): readonly Warning[] {
  // Events about what has no namespace are in this one.
  const events = inquiry.list({ on, apiVersion: 'v1', kind: 'Event', namespace: namespace ?? 'default' })
  if (events.kind !== 'listed') return []
  return events.objects
    .map(({ fields }) => fields)
    .filter(event => {
      const about = partOf(event, 'involvedObject')
      const isMeant = textIn(about, 'kind') === kind && textIn(about, 'name') === name
      return isMeant && textIn(event, 'type') === 'Warning' && reasons.includes(textIn(event, 'reason'))
    })
    .toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
    .map(event => ({ reason: textIn(event, 'reason'), message: textIn(event, 'message') }))
}

function timeOf(event: Fields): string {
  return textIn(event, 'lastTimestamp') || textIn(event, 'eventTime')
}
