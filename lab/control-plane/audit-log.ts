import { readFileSync } from 'node:fs'

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

/** Everything that the API server has recorded so far, oldest first. */
export function readAuditLog(file: string): AuditEvent[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  // The last line may be half written: it has no line feed yet.
  return lines.slice(0, -1).map(line => JSON.parse(line) as AuditEvent)
}
