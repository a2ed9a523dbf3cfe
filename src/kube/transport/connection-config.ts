import type { Random } from '../../engine/clock.ts'

/** What a server knows us by. Certificate and key are PEM and go together. */
export interface Credentials {
  readonly token?: string
  readonly certificate?: string
  readonly key?: string
}

/** How long and how much. Every one of them holds against a server that means harm. */
export interface Limits {
  /** For the TCP connection and the TLS handshake. */
  readonly connectMs: number
  /** For a whole call, from asking to the last byte. */
  readonly callMs: number
  readonly listMs: number
  /** For the first byte of a watch. */
  readonly watchOpenMs: number
  /** Between two pieces of an answer. A watch may be quiet for longer. */
  readonly idleMs: number
  /** Between two pieces of a watch over HTTP/1.1, which has no PING. Bookmarks come each minute. */
  readonly quietWatchMs: number
  /** A server of which nothing has come for so long is asked whether it is there. */
  readonly pingQuietMs: number
  readonly pongMs: number
  readonly answerBytes: number
  readonly eventBytes: number
}

/** How to reach one API server. What `parseKubeconfig` and `readUserKubeconfig` return is one. */
export interface ConnectionConfig {
  /** `https://host:port/path`. */
  readonly server: string
  /** PEM. Without it the authorities that Node brings are trusted: only for a person's own kubeconfig. */
  readonly caData?: string
  readonly serverName?: string
  /** `http://host:port` or `https://host:port` of a proxy to go through: only for a person's own commands. */
  readonly proxy?: string
  /** Asked for at every call when it is a function: it keeps what can be kept by itself. */
  readonly auth: Credentials | (() => Promise<Credentials>)
  readonly limits?: Partial<Limits>
  readonly random?: Random
}

const MEBIBYTE = 1024 * 1024

/** The limits that hold when nothing else is said. */
export const defaultLimits: Limits = {
  connectMs: 10_000,
  callMs: 10_000,
  listMs: 30_000,
  watchOpenMs: 30_000,
  idleMs: 10_000,
  quietWatchMs: 130_000,
  // As the client of Kubernetes itself does.
  pingQuietMs: 30_000,
  pongMs: 10_000,
  answerBytes: 16 * MEBIBYTE,
  eventBytes: 8 * MEBIBYTE,
}
