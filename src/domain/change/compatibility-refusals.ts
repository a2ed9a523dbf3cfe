import { judgeApis } from '../compat/judge-apis.ts'
import { judgeCompatibility } from '../compat/judge-compatibility.ts'
import { componentsIn, settleVersions } from '../compat/delivered/versions-in.ts'
import type { ComponentVersion } from '../compat/verdict.ts'
import { oncePerObject } from '../object/once-per-object.ts'
import type { BothSides } from './compare/target-changes.ts'
import type { GitObject } from './delivery/delivery.ts'
import type { ClusterOnSide, FleetSide } from './delivery/fleet-sides.ts'
import { plannedKubernetes } from './delivery/management-objects.ts'
import type { PlannedRefusal } from './fleet-change.ts'

/** What the Kubernetes of a cluster does not take, and took before. */
export function compatibilityRefusals(sides: BothSides): readonly PlannedRefusal[] {
  const found = new Map<string, PlannedRefusal & { readonly clusters: string[] }>()
  for (const cluster of sides.after.clusters.values()) {
    const previous = sides.before.clusters.get(cluster.id)
    const old = new Set(previous ? problemsOf(previous, sides.before, previous.kubernetes) : [])
    for (const problem of problemsOf(cluster, sides.after, kubernetesAfter(cluster, previous))) {
      if (old.has(problem)) continue
      const [code = '', message = ''] = problem.split('\t')
      const known = found.get(problem) ?? { code, message, clusters: [] }
      found.set(problem, known)
      known.clusters.push(cluster.id)
    }
  }
  return [...found.values()]
}

// What runs is known better than what is planned, unless the plan is what changes.
function kubernetesAfter(cluster: ClusterOnSide, previous: ClusterOnSide | undefined): string | undefined {
  const planned = plannedKubernetes(cluster.content)
  const isNew = planned !== undefined && (!previous || plannedKubernetes(previous.content) !== planned)
  return isNew ? planned : cluster.kubernetes
}

function problemsOf(
  cluster: ClusterOnSide,
  side: FleetSide,
  kubernetes: string | undefined,
): readonly string[] {
  if (kubernetes === undefined) return []
  const lists = [...(side.targets.get(cluster.id)?.deliveries.values() ?? [])].map(({ objects }) => objects)
  const told = (cluster.fitout?.spec.steps ?? []).flatMap(({ versions = {} }) =>
    Object.entries(versions).map(([component, version]) => ({ component, version })),
  )
  const names = new Set(told.map(({ component }) => component))
  const delivered = settleVersions(lists.flatMap(components)).filter(({ component }) => !names.has(component))
  return [
    ...verdictsOn(kubernetes, [...told, ...delivered]),
    ...lists.flatMap(objects => removedApis(objects, kubernetes)),
  ]
}

const components = oncePerObject((objects: readonly GitObject[]): readonly ComponentVersion[] =>
  componentsIn(objects.map(({ content }) => content)),
)

// A fleet has few combinations of versions.
const verdicts = new Map<string, readonly string[]>()

function verdictsOn(kubernetes: string, asked: readonly ComponentVersion[]): readonly string[] {
  const key = JSON.stringify([kubernetes, asked])
  const known =
    verdicts.get(key) ??
    judgeCompatibility({ kubernetes, components: asked })
      .verdicts.filter(({ verdict }) => verdict === 'unsupported')
      .map(({ sentence }) => `VersionUnsupported\t${sentence}; the cluster has ${kubernetes}`)
  verdicts.set(key, known)
  return known
}

const apisByList = oncePerObject((_: readonly GitObject[]) => new Map<string, readonly string[]>())

function removedApis(objects: readonly GitObject[], kubernetes: string): readonly string[] {
  const answers = apisByList(objects)
  const known =
    answers.get(kubernetes) ??
    judgeApis({
      objects: objects.map(({ content }) => content),
      components: [{ component: 'kubernetes', version: kubernetes }],
    }).map(({ sentence }) => `API_REMOVED\t${sentence}`)
  answers.set(kubernetes, known)
  return known
}
