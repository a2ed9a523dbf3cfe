import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** One request as the API server recorded it. */
export interface AuditEvent {
  readonly auditID: string
  readonly verb: string
  readonly requestURI: string
  readonly userAgent?: string
  readonly user: {
    readonly username: string
    readonly groups?: readonly string[]
    /** Of a token that is bound to a pod: which pod. */
    readonly extra?: Readonly<Record<string, readonly string[]>>
  }
  readonly objectRef?: {
    readonly resource: string
    readonly namespace?: string
    readonly name?: string
    readonly apiGroup?: string
    readonly subresource?: string
  }
  readonly responseStatus?: { readonly code: number; readonly reason?: string; readonly message?: string }
  readonly requestObject?: unknown
  /** What was answered, for the kinds that the rules of the controller are about. */
  readonly responseObject?: unknown
  readonly requestReceivedTimestamp: string
  readonly stageTimestamp?: string
}

/** Reads are recorded by what was asked, writes with what was sent, and where it matters with what came of it. */
export const auditPolicy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'None', nonResourceURLs: ['/readyz*', '/livez*', '/healthz*', '/openapi*', '/version'] },
    { level: 'Metadata', verbs: ['get', 'list', 'watch'] },
    {
      level: 'RequestResponse',
      resources: [
        { group: 'cluster.x-k8s.io', resources: ['clusters', 'clusters/status'] },
        { group: 'addons.cluster.x-k8s.io', resources: ['clusterresourcesets'] },
        { group: 'fitout.dev', resources: ['fitouts', 'clusterfitouts', 'clusterfitouts/status'] },
      ],
    },
    { level: 'Request' },
  ],
}

/** The audit log of an API server. It only grows, to tens of megabytes: each line is parsed once. */
export class AuditLog {
  readonly #file: string
  readonly #events: AuditEvent[] = []
  #offset = 0

  constructor(file: string) {
    this.#file = file
  }

  /** Everything that the API server has recorded so far, oldest first. */
  events(): readonly AuditEvent[] {
    const added = this.#added()
    // The last line may be half written: it has no line feed yet.
    const end = added.lastIndexOf('\n') + 1
    this.#offset += end
    const lines = added.toString('utf8', 0, end).split('\n').slice(0, -1)
    for (const line of lines) this.#events.push(JSON.parse(line) as AuditEvent)
    return [...this.#events]
  }

  #added(): Buffer {
    const file = openSync(this.#file, 'r')
    try {
      const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - this.#offset))
      return bytes.subarray(0, readSync(file, bytes, { position: this.#offset }))
    } finally {
      closeSync(file)
    }
  }
}
