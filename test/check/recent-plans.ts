import type { Fitout } from '../../src/domain/api/schema/fitout-schema.ts'
import { textAt } from './history/fields.ts'
import { type Line, MANAGEMENT, isDone, isFitout, isWrite } from './history/line.ts'
import type { World } from './history/world.ts'
import { type ClusterKey, planOf } from './plan-of.ts'

type Place = Pick<ClusterKey, 'namespace' | 'name'>

/**
 * The plans that a Cluster has and had not long ago.
 *
 * A Cluster names its version in a write, but a plan cannot: what was decided just before an edit may arrive just after.
 */
export class RecentPlans {
  readonly #staleMs: number
  readonly #past: { readonly until: number; readonly place: Place; readonly plan: Fitout | undefined }[] = []

  constructor(staleMs: number) {
    this.#staleMs = staleMs
  }

  /** Remembers what a line is about to change; to be called before the world sees it. */
  note(line: Line, world: World): void {
    if (this.#staleMs === 0 || !isWrite(line) || !isDone(line) || line.server !== MANAGEMENT) return
    for (const place of changedPlaces(line, world)) {
      this.#past.push({ until: line.t, place, plan: planOf(world, place) })
    }
  }

  /** The plan now, and those that could still be acted on. */
  of(world: World, { namespace, name }: Place, t: number): readonly (Fitout | undefined)[] {
    const recent = this.#past.filter(({ until, place }) => {
      const isIt = place.namespace === namespace && place.name === name
      return isIt && t - until <= this.#staleMs
    })
    return [planOf(world, { namespace, name }), ...recent.map(({ plan }) => plan)]
  }
}

function changedPlaces(line: Line, world: World): readonly Place[] {
  const { resource, subresource, namespace = '', name = '' } = line
  if (subresource !== undefined) return []
  if (resource === 'clusters') return isFitout(line) ? [] : [{ namespace, name }]
  if (resource !== 'fitouts') return []
  return world
    .all('clusters', namespace)
    .map(cluster => ({ namespace, name: textAt(cluster, 'metadata', 'name') ?? '' }))
}
