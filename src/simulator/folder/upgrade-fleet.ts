import type { Fitout } from '../../domain/api/schema/fitout-schema.ts'
import type { ClusterVersions } from '../../domain/compat/cluster-versions.ts'
import type { CompatFacts } from '../../domain/compat/component-facts.ts'
import { componentsIn, settleVersions } from '../../domain/compat/delivered/versions-in.ts'
import {
  KUBERNETES,
  orderUpgrade,
  type UpgradeCourse,
  type WantedVersions,
} from '../../domain/compat/order-upgrade.ts'
import type { ComponentVersion } from '../../domain/compat/verdict.ts'
import { isFields, partOf, textIn } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { stepDeliveries } from '../assume/step-deliveries.ts'
import type { FolderPlan, PlannedCluster } from './fleet-plan.ts'

/** How an upgrade of one cluster goes while it runs. */
export interface ClusterUpgrade extends UpgradeCourse {
  readonly namespace: string
  readonly name: string
}

/** A fleet as it is wanted after an upgrade, and how its clusters get there. */
export interface FleetUpgrade {
  readonly plan: FolderPlan
  readonly clusters: readonly ClusterUpgrade[]
  /** What is on the clusters, by name. */
  readonly components: ReadonlySet<string>
}

/** What is wanted of a fleet. */
export interface UpgradeRequest {
  readonly wanted: WantedVersions
  readonly facts: CompatFacts
  /** The version of clusters that do not say their own. */
  readonly kubernetes: string
}

type StepVersions = ReadonlyMap<string, readonly ComponentVersion[]>

/** Plans the upgrade of each cluster, and gives every step that brings a wanted component its new version. */
export function upgradeFleet(plan: FolderPlan, { wanted, facts, kubernetes }: UpgradeRequest): FleetUpgrade {
  const objects = plan.objects.map(({ object }) => object)
  const versions = new Map<Fitout, StepVersions>()
  for (const { fitout, object } of plan.clusters)
    if (!versions.has(fitout)) versions.set(fitout, stepVersions(fitout, object, objects))
  const clusters = plan.clusters.map(cluster => {
    const { name, namespace } = nameOf(cluster.object)
    const on = clusterVersions(cluster, versions.get(cluster.fitout) ?? new Map(), kubernetes)
    return { namespace, name, ...orderUpgrade(on, wanted, facts) }
  })
  const found = [...versions.values()].flatMap(steps => [...steps.values()].flat())
  return {
    clusters,
    components: new Set(found.map(({ component }) => component)),
    plan: {
      ...plan,
      fitouts: plan.fitouts.map(one => ({ ...one, object: raised(one.object, versions, wanted) })),
    },
  }
}

function stepVersions(fitout: Fitout, cluster: KubeObject, objects: readonly KubeObject[]): StepVersions {
  const deliveries = stepDeliveries(fitout, { ...nameOf(cluster), uid: '' }, objects)
  return new Map(
    fitout.spec.steps.map(({ name, versions = {} }) => {
      const told = Object.entries(versions).map(([component, version]) => ({ component, version }))
      const found = settleVersions(componentsIn(deliveries.get(name) ?? []))
      return [name, [...told, ...found.filter(one => !Object.hasOwn(versions, one.component))]] as const
    }),
  )
}

function clusterVersions(
  { object }: PlannedCluster,
  steps: StepVersions,
  kubernetes: string,
): ClusterVersions {
  const own = textIn(partOf(partOf(object, 'spec'), 'topology'), 'version')
  return {
    ...nameOf(object),
    kubernetes: own === '' ? kubernetes : own,
    components: [...steps.values()].flat().map(one => ({ ...one, places: [] })),
  }
}

/** A Fitout whose steps say the versions that are wanted of what they bring. */
function raised(
  object: KubeObject,
  versions: ReadonlyMap<Fitout, StepVersions>,
  wanted: WantedVersions,
): KubeObject {
  const { name, namespace } = nameOf(object)
  const found = [...versions].find(
    ([{ metadata }]) => metadata.name === name && (metadata.namespace ?? '') === namespace,
  )
  const spec = partOf(object, 'spec')
  const steps = spec['steps']
  if (!found || !Array.isArray(steps)) return object
  return {
    ...object,
    spec: { ...spec, steps: steps.map((step: unknown) => raisedStep(step, found[1], wanted)) },
  }
}

function raisedStep(step: unknown, versions: StepVersions, wanted: WantedVersions): unknown {
  if (!isFields(step)) return step
  const brought = (versions.get(textIn(step, 'name')) ?? []).flatMap(({ component }) => {
    const to = wanted.get(component)
    return to === undefined || component === KUBERNETES ? [] : [[component, to] as const]
  })
  if (brought.length === 0) return step
  return { ...step, versions: { ...partOf(step, 'versions'), ...Object.fromEntries(brought) } }
}

function nameOf({ metadata: { name, namespace = '' } }: KubeObject) {
  return { name, namespace }
}
