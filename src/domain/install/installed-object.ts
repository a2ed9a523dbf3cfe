/** An object of an installation, as it is applied. */
export interface InstalledObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: InstalledMeta
  readonly [field: string]: unknown
}

interface InstalledMeta {
  readonly name: string
  readonly namespace?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/** Names that are the same in every installation. */
export const installed = {
  /** The namespace, unless another one is asked for. */
  namespace: 'fitout-system',
  account: 'fitout',
  controller: 'fitout-controller',
  managementProofs: 'fitout-management-proofs',
  leaderElection: 'fitout-leader-election',
  /** The Secret of the user with the address and the key of a webhook. */
  notifySecret: 'fitout-notify',
  console: 'fitout-console',
  /** The Secret of the user with the client secret of the login. */
  consoleSecret: 'fitout-console',
  /** The ClusterRole for people who look at the console. */
  viewer: 'fitout-viewer',
} as const

/** By this label everything that is installed is found, but for the CustomResourceDefinitions. */
export const installLabels = { 'app.kubernetes.io/name': 'fitout' } as const

/** The user that the controller is to the API server. */
export function accountUser(namespace: string): string {
  return `system:serviceaccount:${namespace}:${installed.account}`
}
