import type { Api } from '../engine/api/api.ts'
import type { ConnectionConfig } from './connection-config.ts'
import { readCalls } from './request/read-calls.ts'
import { watch } from './request/watch.ts'
import { writeCalls } from './request/write-calls.ts'
import { type Counters, Transport } from './transport/transport.ts'

/** A way to one API server. */
export interface Connection {
  readonly api: Api
  /** Ends what is under way with `Cancelled`, and lets go of all connections. */
  readonly close: () => void
  /** What it has cost so far. */
  readonly counters: () => Counters
}

/** Prepares the way to a server. Nothing is sent before the first call. */
export function connect(config: ConnectionConfig): Connection {
  const transport = new Transport(config)
  const random = config.random ?? Math.random
  return {
    api: {
      ...readCalls(transport),
      ...writeCalls(transport),
      watch: (selection, resourceVersion, call) =>
        watch({ transport, random }, { ...selection, resourceVersion }, call),
    },
    close: () => transport.close(),
    counters: () => transport.counters,
  }
}
