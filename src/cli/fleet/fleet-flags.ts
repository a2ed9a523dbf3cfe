import type { Flags } from '../command/command.ts'

/** How to reach the management cluster. */
export const connectionFlags = {
  kubeconfig: { help: 'Path to the kubeconfig file (default as kubectl)', value: 'file', names: 'file' },
  context: { help: 'Context of the kubeconfig', value: 'name', names: 'context' },
  namespace: { help: 'Namespace of the clusters', value: 'name', short: 'n' },
  'request-timeout': { help: 'Timeout of one request, such as 30s', value: 'time' },
} as const satisfies Flags

/** Answer from a file. */
export const snapshotFlag = {
  snapshot: {
    help: 'Read a file of `fitout snapshot` instead of a cluster',
    value: 'file',
    names: 'file',
  },
} as const satisfies Flags

/** Which clusters are meant. */
export const scopeFlags = {
  'all-namespaces': {
    help: 'Clusters of all namespaces; fails without permission to list them',
    short: 'A',
  },
  selector: { help: 'Clusters with these labels, as in kubectl', value: 'labels', short: 'l' },
} as const satisfies Flags

/** The values of `connectionFlags`. */
export interface ConnectionFlags {
  readonly kubeconfig: string | undefined
  readonly context: string | undefined
  readonly namespace: string | undefined
  readonly 'request-timeout'?: string | undefined
}

/** The values of `scopeFlags`; left out by commands that name their clusters. */
export interface ScopeFlags {
  readonly 'all-namespaces'?: boolean
  readonly selector?: string | undefined
}
