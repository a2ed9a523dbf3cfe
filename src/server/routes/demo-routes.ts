import { isFields } from '../../domain/object/fields.ts'
import { instantOf } from '../../domain/plan/step-status.ts'
import type { Trouble } from '../../simulator/demo/demo-troubles.ts'
import type { DemoResponse } from '../api/demo-response.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import type { UserRoute } from '../http/server-route.ts'
import type { ConsoleFleet } from '../fleet/console-fleet.ts'

/** What is wrong in the demo, and how fast its time passes. */
export interface DemoStage {
  readonly troubles: readonly Trouble[]
  readonly speed: number
}

/** The routes that the demo has beside all others: what is wrong, and the call that fixes it. */
export function demoRoutes({ troubles, speed }: DemoStage, fleet: ConsoleFleet): readonly UserRoute[] {
  const fixed = new Set<string>()
  const answer = (): DemoResponse => ({
    asOf: instantOf(fleet.asOf),
    troubles: troubles.map(({ cluster, next, done }) => ({
      cluster,
      next,
      done,
      isFixed: fixed.has(cluster),
    })),
    speed,
  })
  const fix = (body: unknown): void => {
    const wanted = isFields(body) ? body['cluster'] : undefined
    const trouble = troubles.find(({ cluster }) => cluster === wanted)
    if (!trouble)
      throw new HttpRefusal('BadRequest', 'cannot fix it: the demo has no trouble with this cluster')
    if (!fixed.has(trouble.cluster)) trouble.fix()
    fixed.add(trouble.cluster)
  }
  return [
    {
      method: 'GET',
      path: '/api/v1/demo',
      right: 'session',
      effect: 'nothing',
      handle: () => ({ kind: 'json', body: answer() }),
    },
    {
      method: 'POST',
      path: '/api/v1/demo/fix',
      right: 'session',
      effect: 'simulation',
      handle: ({ body }) => {
        fix(body)
        return { kind: 'json', body: answer() }
      },
    },
  ]
}
