import type { ConnectionConfig } from '../transport/connection-config.ts'

/** A way to a server, and what it is called. */
export interface UserConnection extends ConnectionConfig {
  readonly context: string
  /** The namespace that is meant when none is said. */
  readonly namespace: string
}
