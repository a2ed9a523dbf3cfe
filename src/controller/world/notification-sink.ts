import type { Notification } from '../../domain/notify/notification.ts'

/** What became of one try to send something. `reason` is never a word of the receiver. */
export type SendResult =
  | { readonly kind: 'delivered' }
  /** It will never be taken: trying again does not help. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** Where notifications go. */
export interface NotificationSink {
  /** For logs: which one, and nothing that only the sender may know. */
  readonly name: string
  readonly send: (notification: Notification, signal: AbortSignal) => Promise<SendResult>
}
