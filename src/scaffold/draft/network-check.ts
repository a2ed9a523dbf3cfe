import { cidrsOverlap, type ClusterNetwork, networksOf } from '../../domain/cluster-form/networks.ts'
import { counted } from '../../domain/text/counted.ts'
import { environmentNamespace } from '../places.ts'
import type { DraftSubject } from './check-draft.ts'
import { type DraftCheck, type DraftProblem, failedCheck, passedCheck } from './draft-check.ts'
import type { DraftCluster } from './draft-repository.ts'

/**
 * Whether the address ranges of a draft are free. The same field of other clusters is compared, and the draft with itself.
 *
 * Where the fleet itself uses one range many times, as for pods that nobody outside sees, another time is no problem.
 */
export function networkCheck({ base, reading, path }: DraftSubject): DraftCheck {
  const own = networksOf(reading.cluster)
  const idOf = ({ name, environment }: DraftCluster) =>
    `${environmentNamespace(base.repository, environment)}/${name}`
  const problems = own.flatMap((network, index): readonly DraftProblem[] => {
    const inside = own.slice(0, index).find(other => cidrsOverlap(other.cidr, network.cidr))
    const outside = inside ? undefined : takenBy(network, base.clusters)
    const by = inside ? `${inside.field} of the same cluster` : outside && idOf(outside)
    return by === undefined
      ? []
      : [
          {
            code: 'CIDR_OVERLAP',
            path,
            line: reading.lineOf(network.place),
            place: network.place,
            message: `${network.field} ${network.cidr} overlaps ${by}`,
            fix: 'choose a range that no other cluster uses',
          },
        ]
  })
  if (problems.length > 0) return failedCheck('network', problems)
  if (own.length === 0) return passedCheck('network', 'no address ranges are given')
  return passedCheck('network', `${counted(own.length, 'address range')} free, as far as Git knows`)
}

function takenBy(
  { field, cidr }: ClusterNetwork,
  clusters: readonly DraftCluster[],
): DraftCluster | undefined {
  const same = clusters.flatMap(cluster =>
    cluster.networks.filter(one => one.field === field).map(one => ({ cluster, cidr: one.cidr })),
  )
  const first = same.find(one => cidrsOverlap(one.cidr, cidr))
  if (!first) return undefined
  const isShared = same.some(
    one => one !== first && one.cluster !== first.cluster && cidrsOverlap(one.cidr, first.cidr),
  )
  return isShared ? undefined : first.cluster
}
