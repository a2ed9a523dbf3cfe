import type { AccessReview } from '../engine/api/access-review.ts'
import type { Api } from '../engine/api/api.ts'
import type { MemoryShare } from '../engine/budget/memory-budget.ts'
import type { ConnectionConfig } from './transport/connection-config.ts'
import { readCalls } from './request/read-calls.ts'
import { reviewAccess } from './request/review-access.ts'
import { iterateWatch } from './request/iterate-watch.ts'
import { listen } from './request/watch.ts'
import { systemClock } from './system-clock.ts'
import { writeCalls } from './request/write-calls.ts'
import { type Counters, Transport } from './transport/transport.ts'

/** A way to one API server. */
export interface Connection {
  readonly api: Api
  readonly reviewAccess: AccessReview
  /** Ends what is under way with `Cancelled`, and lets go of all connections. */
  readonly close: () => void
  /** How many connections it took so far. */
  readonly connections: () => number
  /** What it has cost so far. */
  readonly counters: () => Counters
}

/** Prepares the way to a server. Nothing is sent before the first call. What is being read counts as a part of `memory`. */
export function connect(config: ConnectionConfig, memory?: MemoryShare): Connection {
  const transport = new Transport(config, memory)
  const server = { transport, random: config.random ?? Math.random, clock: systemClock }
  return {
    api: {
      ...readCalls(transport),
      ...writeCalls(transport),
      watch: (selection, resourceVersion, call) =>
        iterateWatch(server, { ...selection, resourceVersion }, call),
      listen: (selection, resourceVersion, listener) =>
        listen(server, { ...selection, resourceVersion }, { listener }),
    },
    reviewAccess: (user, question, call) => reviewAccess(transport, { user, question }, call),
    close: () => transport.close(),
    connections: () => transport.connections,
    counters: () => transport.counters,
  }
}
