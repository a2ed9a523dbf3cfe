import { names } from '../../src/domain/api/api-names.ts'
import type { Fitout } from '../../src/domain/api/schema/fitout-schema.ts'
import { needsOfStep } from '../../src/domain/api/needs-of-step.ts'
import { fieldsAt, listAt, textAt } from './history/fields.ts'
import { type History, type Line, isDone, isFitout, isManagementWrite, placeOf } from './history/line.ts'
import { type Start, World } from './history/world.ts'
import { uidOf } from './plan-of.ts'
import { RecentPlans } from './recent-plans.ts'
import { type Violation, breach } from './violation.ts'

/** What the order of gates is judged by. */
export interface OrderOptions {
  readonly start?: Start
  /**
   * How long after a gate opened a status may still say for the first time that what it needs is ready.
   *
   * Labels are written before the status of the same pass, so the first status after them always counts. A process that
   * dies between the two says it later, and `stableFor` starts again then.
   */
  readonly settleMs?: number
  /** How long a plan that was changed may still be acted on. */
  readonly staleMs?: number
}

/** Which steps of a Cluster were ready, as a status or a decision says. */
interface Saying {
  readonly seq: number
  readonly t: number
  readonly uid: string
  readonly ready: ReadonlySet<string>
}

/** Finds gates that Fitout opened although a step that they need was never ready on this very Cluster. */
export function checkGateOrder(history: History, options: OrderOptions = {}): readonly Violation[] {
  const world = new World(options.start)
  const plans = new RecentPlans(options.staleMs ?? 0)
  const said = [...sayingsBefore(options.start), ...history.flatMap(line => sayingOf(line) ?? [])]
  const sayings = Map.groupBy(said, ({ uid }) => uid)
  return history.flatMap(line => {
    const found = isGateWrite(line)
      ? openedLabels(line, world).flatMap(label => {
          const { namespace = '', name = '', t } = line
          const recent = plans.of(world, { namespace, name }, t)
          return tooEarly(label, recent, sayingsFor(line, sayings.get(uidOf(line, world)) ?? [], options))
        })
      : []
    plans.note(line, world)
    world.see(line)
    return found.map(fault => breach('order', line, `Cluster ${placeOf(line)} got ${fault}`))
  })
}

/** Whether Fitout put labels on a Cluster, or took some away. */
export function isGateWrite(line: Line): boolean {
  const isLabels = line.resource === 'clusters' && line.subresource === undefined && line.op !== 'delete'
  return isLabels && isManagementWrite(line) && isDone(line)
}

function openedLabels({ body, namespace, name }: Line, world: World): readonly string[] {
  const before = fieldsAt(world.find('clusters', namespace, name), 'metadata', 'labels')
  return Object.entries(fieldsAt(body, 'metadata', 'labels'))
    .filter(([label, value]) => label !== names.addresseeLabel && before[label] !== value)
    .map(([label]) => label)
}

function tooEarly(
  label: string,
  plans: readonly (Fitout | undefined)[],
  sayings: readonly Saying[],
): readonly string[] {
  const faults = plans.flatMap(plan => {
    const steps = plan?.spec.steps ?? []
    const index = steps.findIndex(({ gate }) => gate?.label === label)
    const step = steps[index]
    if (!step) return []
    const unready = needsOfStep(steps, index).filter(need => !sayings.some(({ ready }) => ready.has(need)))
    return [unready.map(need => `the gate of step "${step.name}", but step "${need}" was never ready`)]
  })
  if (faults.length === 0) return [`label ${label}, which is no gate of its plan`]
  return faults.some(those => those.length === 0) ? [] : (faults[0] ?? [])
}

function sayingsFor(
  { seq, t }: Line,
  all: readonly Saying[],
  { settleMs = 0 }: OrderOptions,
): readonly Saying[] {
  const next = all.find(saying => saying.seq > seq)
  return all.filter(saying => saying.seq < seq || saying === next || saying.t < t + settleMs)
}

function sayingsBefore({ clusterfitouts = [] }: Start = {}): readonly Saying[] {
  return clusterfitouts.map(object => ({ seq: 0, t: 0, ...readiness(object) }))
}

function sayingOf(line: Line): Saying | undefined {
  if (!isFitout(line) || !isDone(line)) return undefined
  const { seq, t, uid = '' } = line
  if (line.op === 'decide') return { seq, t, uid, ready: new Set(listAt(line.body, 'ready').map(String)) }
  if (line.resource !== 'clusterfitouts' || line.subresource !== 'status') return undefined
  return { seq, t, ...readiness(line.body) }
}

function readiness(clusterFitout: unknown): Pick<Saying, 'uid' | 'ready'> {
  const steps = listAt(clusterFitout, 'status', 'steps').filter(step => textAt(step, 'state') === 'Ready')
  const ready = new Set(steps.map(step => textAt(step, 'name') ?? ''))
  return { uid: textAt(clusterFitout, 'status', 'cluster', 'uid') ?? '', ready }
}
