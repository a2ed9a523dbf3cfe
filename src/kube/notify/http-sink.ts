import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { SendResult, NotificationSink } from '../../controller/world/notification-sink.ts'
import { fluxEventOf } from '../../domain/notify/flux-event.ts'
import type { Notification } from '../../domain/notify/notification.ts'
import { webhookMessageOf } from '../../domain/notify/webhook-message.ts'
import { instantOf } from '../../domain/plan/step-status.ts'
import type { Clock } from '../../engine/clock.ts'
import { deliveryOf, post } from './post.ts'

/** Where notifications are posted, and as what. */
export type NotifyTarget =
  | { readonly format: 'flux'; readonly url: URL }
  /** With a key, messages are signed; it is read again for each, since keys are changed. */
  | { readonly format: 'webhook'; readonly url: URL; readonly keyFile: string | undefined }

/** Notifications by HTTP. The path and the query of the address are never told: they may be what a receiver trusts in. */
export function httpSink(target: NotifyTarget, clock: Pick<Clock, 'now'>): NotificationSink {
  const encoder = new TextEncoder()
  const write = target.format === 'flux' ? fluxEventOf : webhookMessageOf
  return {
    name: target.url.host,
    send: async (notification: Notification, signal): Promise<SendResult> => {
      const body = encoder.encode(JSON.stringify(write(notification, instantOf(clock.now()))))
      const headers = await headersOf(target, body)
      if (!headers) return { kind: 'failed', reason: 'the file with the key cannot be read' }
      const answer = await post({ url: target.url, body, headers, signal })
      // Flux has had the same within five minutes: that is as good.
      if (target.format === 'flux' && answer === 429) return { kind: 'delivered' }
      return deliveryOf(answer)
    },
  }
}

async function headersOf(
  target: NotifyTarget,
  body: Uint8Array,
): Promise<Record<string, string> | undefined> {
  if (target.format === 'flux' || target.keyFile === undefined) return {}
  const key = await readKey(target.keyFile)
  if (key === undefined) return undefined
  return { 'x-signature': `sha256=${createHmac('sha256', key).update(body).digest('hex')}` }
}

/** The key in a file, without white space around it; undefined if there is none. */
export async function readKey(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.trim() === '' ? undefined : text.trim()
}
