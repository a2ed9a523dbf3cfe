import type { FleetChange, PlannedArrival } from '../../domain/change/fleet-change.ts'
import type { BothSides } from '../../domain/change/compare/target-changes.ts'
import type { FleetSide } from '../../domain/change/delivery/fleet-sides.ts'
import type { RepositorySide } from '../../domain/change/delivery/fleet-sides.ts'
import { planFleet } from '../../simulator/folder/fleet-plan.ts'
import { runFleet } from '../../simulator/simulation/run-fleet.ts'
import { type Simulation, simulationOf } from '../../simulator/simulation/simulation.ts'
import type { RepositoryPattern } from '../../domain/repository/repository-schema.ts'
import { SIMULATE_VALUES } from '../../scaffold/places.ts'
import { readValueFlags } from '../simulate/read-value-flags.ts'

/** A simulation of a change, or why there is none. */
export type Arrival =
  | { readonly arrival: PlannedArrival }
  | { readonly because: string }
  /** The change does not touch how clusters are fitted out. */
  | undefined

/** Why nothing is simulated: what brings the add-ons is not in the repository, and a time that leaves it out would be wrong. */
const reasons: Readonly<Record<RepositoryPattern, string | undefined>> = {
  crs: undefined,
  'flux-cli': 'a CI job applies Flux and its objects to each cluster, and Git does not say when it runs',
  'flux-cli-kas': 'somebody applies Flux to each cluster, and Git does not say when',
  'flux-operator':
    'Flux on the hub installs the add-ons, and of the hub only Cluster API and Fitout are simulated',
  terraform: 'a Terraform module installs Flux on each cluster, and Git does not say when it runs',
}

/** More clusters of one Fitout would do the same. */
const MOST_CLUSTERS = 4

/** Simulates how clusters are fitted out before and after a change, with one cluster of each Fitout. */
export async function simulateChange(
  change: FleetChange,
  sides: BothSides,
  { before, after }: { readonly before: RepositorySide; readonly after: RepositorySide },
): Promise<Arrival> {
  if (!touchesFitting(change)) return undefined
  const { fitout } = after.repository
  const because = fitout && reasons[fitout.pattern]
  if (fitout && because !== undefined) return { because: `with pattern ${fitout.pattern}, ${because}` }
  const chosen = chosenClusters(sides.after)
  if (chosen.size === 0) return { because: 'no cluster of a Fitout is left' }
  const now = await simulated(sides.after, after, chosen)
  if (typeof now === 'string') return { because: now }
  const old = await simulated(sides.before, before, chosen)
  const beforeMs = typeof old === 'string' ? undefined : readyAfter(old)
  const readyAfterMs = readyAfter(now)
  return {
    arrival: {
      clusters: now.clusters.length,
      ...(readyAfterMs === undefined ? {} : { readyAfterMs }),
      ...(beforeMs === undefined ? {} : { beforeMs }),
      stuck: now.clusters.flatMap(({ namespace, name, state, step, cause }) =>
        state === 'Ready'
          ? []
          : [
              {
                cluster: `${namespace}/${name}`,
                step: step ?? '',
                reason: cause?.reason ?? '',
                message: cause?.message ?? `the cluster is ${state}`,
              },
            ],
      ),
    },
  }
}

function touchesFitting({ changes, clusters }: FleetChange): boolean {
  const isFresh = clusters.some(({ verdict }) => verdict === 'created')
  return (
    isFresh ||
    changes.some(
      ({ kind, by }) =>
        kind === 'Fitout' ||
        kind === 'ClusterResourceSet' ||
        by.kind === 'ClusterResourceSet' ||
        by.kind === 'Fitout',
    )
  )
}

function chosenClusters({ clusters }: FleetSide): ReadonlySet<string> {
  const byFitout = new Map<string, string>()
  for (const { id, namespace, fitout, isInGit } of clusters.values()) {
    const key = fitout ? `${namespace}/${fitout.metadata.name}` : undefined
    if (isInGit && key !== undefined && !byFitout.has(key)) byFitout.set(key, id)
  }
  return new Set([...byFitout.values()].slice(0, MOST_CLUSTERS))
}

// A text says why it cannot be.
async function simulated(
  side: FleetSide,
  { repository }: RepositorySide,
  chosen: ReadonlySet<string>,
): Promise<Simulation | string> {
  const homes = new Set([...chosen].map(id => id.slice(0, id.indexOf('/'))))
  const objects = [...side.management].flatMap(id =>
    [...(side.targets.get(id)?.deliveries.values() ?? [])].flatMap(delivery => delivery.objects),
  )
  const wanted = objects.filter(object => {
    const { group, kind, namespace, name, content } = object
    if (!homes.has(namespace) || content['sops'] !== undefined) return false
    if (group === 'cluster.x-k8s.io' && kind === 'Cluster') return chosen.has(`${namespace}/${name}`)
    if (!fittingKinds.has(`${group}/${kind}`)) return false
    // Each of a thousand clusters has some of its own, and the others need none of them.
    const cluster = side.isForCluster(object)
    return cluster === undefined || chosen.has(cluster)
  })
  const unique = new Map(wanted.map(object => [`${object.kind} ${object.namespace}/${object.name}`, object]))
  const texts = [...unique].map(([path, { content }]) => ({
    path,
    text: JSON.stringify(content, plainNumbers),
  }))
  const given = repository.files.texts.get(SIMULATE_VALUES)
  const values = given === undefined ? undefined : readValueFlags({ path: SIMULATE_VALUES, text: given })
  const reading = planFleet({ texts, namespace: 'default', values })
  if (!reading.ok) return reading.problems[0]?.message ?? 'there is nothing to simulate'
  const run = await runFleet(reading.plan, { seed: 1, faults: 'none' })
  if ('problems' in run) return run.problems[0]?.message ?? 'a server refuses the objects'
  return simulationOf(reading.plan, run)
}

const fittingKinds = new Set([
  'fitout.dev/Fitout',
  'addons.cluster.x-k8s.io/ClusterResourceSet',
  '/ConfigMap',
  '/Secret',
])

function plainNumbers(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}

function readyAfter({ clusters }: Simulation): number | undefined {
  const times = clusters.map(({ readyAfterMs }) => readyAfterMs)
  const known = times.filter(time => time !== undefined)
  return known.length === times.length && known.length > 0 ? Math.max(...known) : undefined
}
