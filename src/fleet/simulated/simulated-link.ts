import { ApiError } from '../../engine/api/api-error.ts'
import { seededRandom } from '../../simulator/clock/seeded-random.ts'
import type { SimulatedFleet } from '../../simulator/fleet/simulated-fleet.ts'
import type { Store } from '../../simulator/store/store.ts'
import type { Link } from '../link/link.ts'

/** A simulated fleet as a person reaches it: all its servers, without a network. */
export function simulatedLink(fleet: SimulatedFleet, { user, refusal }: SimulatedPerson): Link {
  return {
    management: fleet.management.api(user),
    workloads: {
      connect: ({ server }) => ({
        api: workloadAt(fleet, server).api(user),
        close: () => undefined,
        connections: () => 1,
      }),
    },
    clock: fleet.clock,
    random: seededRandom(1),
    context: 'mgmt',
    address: '10.0.0.1:6443',
    namespace: 'default',
    whyUnreachable: async () => 'connection refused',
    reviewAccess: async () => true,
    whyNotTrusted: async () => 'its certificate expired at 2026-11-01T00:00:00Z',
    refusal,
    close: () => undefined,
  }
}

/** Who reaches it, and how this person is told that a call cannot be done. */
export interface SimulatedPerson extends Pick<Link, 'refusal'> {
  readonly user: string
}

// Hosts are called after their clusters.
function workloadAt(fleet: SimulatedFleet, server: string): Store {
  const [name, namespace] = new URL(server).hostname.split('.')
  const store = fleet.workloads.get(`${namespace}/${name}`)
  if (!store) throw new ApiError('Unreachable', { call: `connect to ${server}` })
  return store
}
