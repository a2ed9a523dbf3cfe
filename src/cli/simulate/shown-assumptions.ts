import { listFirst } from '../../domain/text/list-first.ts'
import { describeManifest } from '../../domain/pack/manifest.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Assumptions } from '../../simulator/assume/assumption.ts'
import type { FolderPlan } from '../../simulator/folder/fleet-plan.ts'

/** One thing that a simulation takes for granted, in words. */
export interface ShownAssumption {
  readonly object: string
  /** Whom it is expected of. */
  readonly by: string
  /** Why that cannot be seen. */
  readonly because: string
}

/** Lists what is taken for granted, for one cluster of each Fitout. */
export function shownAssumptions({ clusters }: FolderPlan): readonly ShownAssumption[] {
  const firsts = new Map(clusters.toReversed().map(({ fitout, assumptions }) => [fitout, assumptions]))
  return [...firsts.values()].toReversed().flatMap(shownOf)
}

const reasons = {
  HelmRelease: 'charts are not rendered',
  Kustomization: 'Git is not fetched',
  Deployment: 'operators do not run',
} as const

function shownOf({ makes, readies, management }: Assumptions): readonly ShownAssumption[] {
  return [
    ...makes.flatMap(({ object, bringer }) => {
      if (bringer.by === 'cluster')
        return shown(object, { by: 'every cluster', because: 'clusters have built-in parts' })
      const by = describeManifest(bringer)
      return shown(object, { by, because: reasons[bringer.kind] })
    }),
    ...readies.flatMap(({ kind, namespace = '', name }) => {
      const of = describeManifest({ kind, namespace, name })
      if (kind === 'Service')
        return [
          { object: `the address of ${of}`, by: 'the cloud', because: 'load balancers are not simulated' },
        ]
      return [{ object: `the status of ${of}`, by: 'its operator', because: reasons.Deployment }]
    }),
    ...management.flatMap(object =>
      shown(object, {
        by: 'the management cluster',
        because: 'of the management cluster only Cluster API and Fitout are simulated',
      }),
    ),
  ]
}

// Objects that stand for any of their labels have a name that means nothing, as has what only completes another one.
function shown(
  { kind, metadata }: KubeObject,
  rest: Omit<ShownAssumption, 'object'>,
): readonly ShownAssumption[] {
  const { name, namespace = '' } = metadata
  if (name === 'assumed') return []
  const isAny = /^assumed-\d+$/.test(name)
  return [
    { object: isAny ? `a ${kind} in ${namespace}` : describeManifest({ kind, namespace, name }), ...rest },
  ]
}

/** The same as notes for people, one for each that something is expected of. */
export function assumptionNotes(assumptions: readonly ShownAssumption[]): readonly string[] {
  const groups = Map.groupBy(assumptions, ({ because, by }) => `${because}: ${by} is assumed to create`)
  return [...groups].map(
    ([start, group]) => `${start} ${listFirst([...new Set(group.map(one => one.object))])}`,
  )
}
