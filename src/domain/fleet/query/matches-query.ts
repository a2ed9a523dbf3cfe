import { readKubernetes } from '../../compat/read-release.ts'
import { readInstant } from '../../plan/step-status.ts'
import { parseVersion } from '../../versions/parse-version.ts'
import { satisfiesRange } from '../../versions/satisfies-range.ts'
import { type FleetCluster, type FleetSnapshot, idOf } from '../fleet-snapshot.ts'
import { stepOf, timeInState } from '../time-in-state.ts'
import type { QueryCondition, FleetQuery, Sign } from './query.ts'

/** The clusters of a fleet for which a query holds, in their order. */
export function chooseClusters(query: FleetQuery, fleet: FleetSnapshot): readonly FleetCluster[] {
  return fleet.clusters.filter(cluster => matchesQuery(query, cluster, fleet))
}

function matchesQuery(query: FleetQuery, cluster: FleetCluster, fleet: FleetSnapshot): boolean {
  return query.every(term => holds(term, cluster, fleet) !== term.isNegated)
}

function holds(condition: QueryCondition, cluster: FleetCluster, fleet: FleetSnapshot): boolean {
  switch (condition.key) {
    case 'word':
      return idOf(cluster).toLowerCase().includes(condition.text)
    case 'is':
      return cluster.state === condition.state
    case 'step':
      return stepOf(cluster)?.name === condition.name
    case 'cause':
      return cluster.cause?.reason.toLowerCase() === condition.reason.toLowerCase()
    case 'fitout':
      return [cluster.fitout, `${cluster.namespace}/${cluster.fitout}`].includes(condition.name)
    case 'k8s':
      return isInRange(cluster, condition)
    case 'for':
      return isAsLong(condition, cluster, fleet)
    case 'actor':
      return (cluster.cause?.actor ?? 'Nobody') === condition.actor
    case 'label':
      return (
        Object.hasOwn(cluster.labels, condition.name) && cluster.labels[condition.name] === condition.value
      )
    default:
      return condition satisfies never
  }
}

// What a vendor adds to a version is no prerelease: `v1.34.2-eks-1a2b3c4` is not older than 1.34.2.
function isInRange(
  { kubernetesVersion = '' }: FleetCluster,
  { range }: QueryCondition & { readonly key: 'k8s' },
): boolean {
  const release = readKubernetes(kubernetesVersion)
  if (!release) return false
  const { major, minor, patch = 0n } = release
  const version = release.isPrerelease ? kubernetesVersion : `${major}.${minor}.${patch}`
  return satisfiesRange(parseVersion(version), range, 'all')
}

const signs: Readonly<Record<Sign, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

// How long is unknown is neither longer nor shorter.
function isAsLong(
  { sign, milliseconds }: QueryCondition & { readonly key: 'for' },
  cluster: FleetCluster,
  fleet: FleetSnapshot,
): boolean {
  const { since } = timeInState(cluster, fleet)
  const now = readInstant(fleet.asOf)
  return since !== undefined && now !== undefined && signs[sign](now - since, milliseconds)
}
