import { at, fieldsAt, textAt } from './history/fields.ts'
import { type History, type Line, placeOf } from './history/line.ts'
import { type Start, World } from './history/world.ts'
import { isGateWrite } from './gate-order.ts'
import { uidOf } from './plan-of.ts'
import { RecentPlans } from './recent-plans.ts'
import { type Violation, breach } from './violation.ts'

/** What closed gates are judged by. */
export interface LatchOptions {
  readonly start?: Start
  /** How long a plan that was changed may still be acted on. */
  readonly staleMs?: number
}

/** Finds gates that Fitout closed although the plan of the Cluster still has them and nobody deletes the Cluster. */
export function checkLatch(
  history: History,
  { start, staleMs = 0 }: LatchOptions = {},
): readonly Violation[] {
  const world = new World(start)
  const plans = new RecentPlans(staleMs)
  // What an apply leaves out is withdrawn, so the last one says which labels are Fitout's.
  const applied = new Map<string, Labels>()
  return history.flatMap(line => {
    const withdrawn = isGateWrite(line) ? withdrawnBy(line, world, applied) : []
    const found = withdrawn.filter(label => isStillPlanned(label, line, { world, plans }))
    plans.note(line, world)
    world.see(line)
    if (line.resource === 'clusters') giveUpTaken(line, world, applied)
    return found.map(label =>
      breach('latch', line, `Cluster ${placeOf(line)} lost gate ${label}, and its plan still has it`),
    )
  })
}

type Labels = Readonly<Record<string, unknown>>

function withdrawnBy(line: Line, world: World, applied: Map<string, Labels>): readonly string[] {
  const uid = uidOf(line, world)
  const labels = fieldsAt(line.body, 'metadata', 'labels')
  const before = applied.get(uid) ?? {}
  applied.set(uid, labels)
  return Object.keys(before).filter(label => !(label in labels))
}

// A label that another client gives another value, or takes away, is theirs from then on.
function giveUpTaken({ namespace, name }: Line, world: World, applied: Map<string, Labels>): void {
  const cluster = world.find('clusters', namespace, name)
  const uid = textAt(cluster, 'metadata', 'uid') ?? ''
  const own = applied.get(uid)
  if (own === undefined) return
  const present = fieldsAt(cluster, 'metadata', 'labels')
  applied.set(
    uid,
    Object.fromEntries(Object.entries(own).filter(([label, value]) => present[label] === value)),
  )
}

function isStillPlanned(
  label: string,
  { namespace = '', name = '', t }: Line,
  { world, plans }: { readonly world: World; readonly plans: RecentPlans },
): boolean {
  const cluster = world.find('clusters', namespace, name)
  if (at(cluster, 'metadata', 'deletionTimestamp') !== undefined) return false
  return plans
    .of(world, { namespace, name }, t)
    .every(plan => plan?.spec.steps.some(({ gate }) => gate?.label === label) === true)
}
