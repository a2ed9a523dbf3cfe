import { qualifiedName } from '../../domain/object/qualified-name.ts'
/** What goes wrong with a cluster of the demo. */
export type TroubleName = 'key' | 'image' | 'version'

/** A cluster of the demo: what it is called, what it runs, and what is wrong with it. */
export interface DemoCluster {
  readonly namespace: string
  readonly name: string
  readonly kubernetes: string
  readonly trouble?: TroubleName
}

/** The namespaces of the demo. Each has a Fitout and packs of its own, as teams have. */
export const demoNamespaces = ['prod', 'dev', 'edge'] as const

// The three in trouble come first: however small the fleet is, they are in it.
const named: readonly DemoCluster[] = [
  { namespace: 'prod', name: 'payments-eu', kubernetes: 'v1.35.4', trouble: 'key' },
  { namespace: 'edge', name: 'store-berlin', kubernetes: 'v1.35.4', trouble: 'image' },
  { namespace: 'prod', name: 'legacy-1', kubernetes: 'v1.33.6', trouble: 'version' },
  { namespace: 'prod', name: 'payments-us', kubernetes: 'v1.35.4' },
  { namespace: 'prod', name: 'search-eu', kubernetes: 'v1.34.3' },
  { namespace: 'prod', name: 'search-us', kubernetes: 'v1.34.3' },
  { namespace: 'prod', name: 'checkout', kubernetes: 'v1.35.4' },
  { namespace: 'dev', name: 'team-1', kubernetes: 'v1.36.1' },
  { namespace: 'dev', name: 'team-2', kubernetes: 'v1.36.1' },
  { namespace: 'dev', name: 'team-3', kubernetes: 'v1.35.4' },
  { namespace: 'dev', name: 'platform', kubernetes: 'v1.36.1' },
  { namespace: 'dev', name: 'sandbox', kubernetes: 'v1.35.4' },
]

/** The fewest clusters of a demo: those in trouble. */
export const MIN_CLUSTERS = named.filter(({ trouble }) => trouble).length

/** So many clusters, sorted by namespace and name. */
export function demoClusters(count: number): readonly DemoCluster[] {
  const more = Array.from({ length: Math.max(0, count - named.length) }, (_, index) => ({
    namespace: index % 3 === 0 ? 'prod' : 'dev',
    name: `app-${String(index + 1).padStart(3, '0')}`,
    kubernetes: 'v1.35.4',
  }))
  const key = ({ namespace, name }: DemoCluster) => qualifiedName({ namespace, name })
  return [...named.slice(0, count), ...more].toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}
