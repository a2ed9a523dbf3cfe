import type { StreamEvent } from '../api/stream-event.ts'

/** An event as it is sent: its number is its id, so that a browser that reconnects says where it was. */
export function eventText({ event, data }: StreamEvent): string {
  return `id: ${data.seq}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
