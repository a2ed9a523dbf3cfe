import type { Clock } from '../../engine/clock.ts'
import type { LoginFault } from '../api/login-fault.ts'

/** What is kept of who did what. Never a token, and no text that a provider or a Git host sent. */
type AuditEvent =
  | { readonly event: 'Login'; readonly user: string; readonly groups: readonly string[] }
  | { readonly event: 'LoginRefused'; readonly reason: LoginFault }
  | { readonly event: 'Logout'; readonly user: string }
  | {
      readonly event: 'GitWrite'
      readonly user: string
      /** The merge request, or the code of the refusal. */
      readonly outcome: string
    }

/** Takes an audit event. */
export type AuditLog = (event: AuditEvent) => void

/** Writes each event as a line of JSON, as the logs of the controller are. */
export function auditLog(write: (line: string) => void, clock: Pick<Clock, 'now'>): AuditLog {
  return ({ event, ...facts }) => {
    const time = new Date(clock.now()).toISOString()
    // JSON keeps line breaks in names from making a second line.
    write(`${JSON.stringify({ level: 'info', time, msg: 'Audit', audit: event, ...facts })}\n`)
  }
}
