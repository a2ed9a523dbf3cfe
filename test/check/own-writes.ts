import { names } from '../../src/domain/api/api-names.ts'
import { addresseeOf, readOrigin } from '../../src/domain/hand-over/wrap/hand-over-name.ts'
import { type AllowedWrite, type Mark, allowedWrites } from './allowed-writes.ts'
import { fieldsAt, listAt, textAt } from './history/fields.ts'
import {
  type History,
  type Line,
  MANAGEMENT,
  describeCall,
  isDone,
  isFitout,
  isUnread,
  isWrite,
  kindOf,
  placeOf,
} from './history/line.ts'
import { type Start, World, placeIn } from './history/world.ts'
import { gatesIn, gatesOf, uidOf } from './plan-of.ts'
import { RecentPlans } from './recent-plans.ts'
import { type Violation, breach } from './violation.ts'

/** What writes are judged by. */
export interface OwnWriteOptions {
  readonly start?: Start
  /** The one lease, unless it is the one of `deploy/`. */
  readonly lease?: string
  /** How long a plan that was changed may still be acted on. */
  readonly staleMs?: number
}

interface Context {
  readonly world: World
  readonly lease: string
  readonly plans: RecentPlans
  /** What Fitout ever made: it may wait for a finalizer after its deletion, and be deleted again. */
  readonly made: Set<string>
}

/** Finds writes by Fitout that are not its own: by kind, verb, field, field manager, force or name. */
export function checkOwnWrites(history: History, options: OwnWriteOptions = {}): readonly Violation[] {
  const { start, lease = 'fitout-system/fitout-controller', staleMs = 0 } = options
  const plans = new RecentPlans(staleMs)
  const context = { world: new World(start), lease, plans, made: madeBefore(start) }
  return history.flatMap(line => {
    const found = isFitout(line) && isWrite(line) ? faultsOf(line, context) : []
    if (isFitout(line) && isWrite(line) && line.op !== 'delete' && found.length === 0)
      context.made.add(madeKey(line))
    plans.note(line, context.world)
    context.world.see(line)
    return found.map(fault => breach('ownWrites', line, `${describeCall(line)} ${fault}`))
  })
}

function faultsOf(line: Line, context: Context): readonly string[] {
  if (line.server !== MANAGEMENT) return [`is a write to workload cluster "${line.server}"`]
  const allowed = allowedWrites.find(({ kind, ops }) => kind === kindOf(line) && ops.includes(line.op))
  if (!allowed) return ['is no write of Fitout']
  if (line.op === 'delete') return marks[allowed.mark](line, context)
  if (isUnread(line)) return []
  if (line.body === undefined) return ['cannot be evaluated: the history does not contain what was sent']
  return [
    ...strangeFields(line, allowed),
    ...managerFaults(line, { mayForce: allowed.mayForce || isAddressTaken(line, context) }),
    ...marks[allowed.mark](line, context),
  ]
}

// Of a Cluster nothing is taken by force but its address, from whoever gave it another one.
function isAddressTaken(line: Line, { world }: Context): boolean {
  const { body, namespace, name, resource, subresource } = line
  if (resource !== 'clusters' || subresource !== undefined) return false
  // One that came too late took nothing, and the address may have been put right before it.
  if (!isDone(line)) return true
  const path = ['metadata', 'labels', names.addresseeLabel] as const
  const [has, gets] = [textAt(world.find('clusters', namespace, name), ...path), textAt(body, ...path)]
  return has !== undefined && gets !== undefined && has !== gets
}

function managerFaults(
  { fieldManager, force = false }: Line,
  { mayForce }: Pick<AllowedWrite, 'mayForce'>,
): readonly string[] {
  const isOwn = fieldManager === names.fieldManager
  return [
    ...(isOwn ? [] : [`has field manager "${fieldManager ?? ''}"`]),
    ...(force && !mayForce ? ['takes fields from others by force'] : []),
  ]
}

function strangeFields({ body }: Line, { fields }: AllowedWrite): readonly string[] {
  if (fields === 'all') return []
  const isAllowed = (path: string) => fields.some(field => path === field || path.startsWith(`${field}.`))
  return pathsIn(body)
    .filter(path => !isAllowed(path))
    .map(path => `writes field ${path}`)
}

// One level is enough, but for what others have a part in.
function pathsIn(body: unknown): readonly string[] {
  return Object.entries(fieldsAt(body)).flatMap(([name, value]) =>
    name === 'metadata' || name === 'status'
      ? Object.keys(fieldsAt(value)).map(part => `${name}.${part}`)
      : [name],
  )
}

type MarkFaults = (line: Line, context: Context) => readonly string[]

const marks: Readonly<Record<Mark, MarkFaults>> = {
  gates: strangeLabels,
  condition: ({ body }) =>
    listAt(body, 'status', 'conditions')
      .map(condition => textAt(condition, 'type'))
      .filter(type => type !== names.clusterCondition)
      .map(type => `writes condition "${type}"`),
  handOver: (line, context) =>
    mayBeDeleted(line, context) || readOrigin(objectOf(line, context)) !== undefined
      ? []
      : ['is about no hand-over of Fitout'],
  owner: (line, context) =>
    mayBeDeleted(line, context) ||
    textAt(objectOf(line, context), 'metadata', 'labels', names.ownerLabel) !== undefined
      ? []
      : [`is about an object without label ${names.ownerLabel}`],
  lease: (line, { lease }) => (placeOf(line) === lease ? [] : [`is about another lease than ${lease}`]),
  none: () => [],
}

function strangeLabels(line: Line, { world, plans }: Context): readonly string[] {
  const { body, namespace = '', name = '', t } = line
  const address = addresseeOf({ uid: uidOf(line, world) })
  const recent = plans.of(world, { namespace, name }, t).flatMap(plan => (plan ? gatesOf(plan) : []))
  const gates = new Map([...recent, ...gatesIn(world, namespace)])
  return Object.entries(fieldsAt(body, 'metadata', 'labels'))
    .filter(([label, value]) =>
      label === names.addresseeLabel ? value !== address : gates.get(label) !== value,
    )
    .map(([label, value]) => `writes label ${label}=${String(value)}`)
}

/** What is written, or what is there to be deleted. */
function objectOf({ op, body, resource, namespace, name }: Line, { world }: Context): unknown {
  if (op !== 'delete') return body
  return world.find(resource as 'secrets', namespace, name)
}

// Who deletes what is not there harms nobody.
function mayBeDeleted(line: Line, { made }: Context): boolean {
  return line.op === 'delete' && (!isDone(line) || made.has(madeKey(line)))
}

/** Hand-overs that were there before: a finalizer may hold them, too. */
function madeBefore({ clusterresourcesets = [], secrets = [] }: Start = {}): Set<string> {
  return new Set([
    ...handOversIn(clusterresourcesets).map(place => `clusterresourcesets.addons.cluster.x-k8s.io ${place}`),
    ...handOversIn(secrets).map(place => `secrets ${place}`),
  ])
}

function handOversIn(objects: readonly unknown[]): readonly string[] {
  return objects.filter(object => readOrigin(object) !== undefined).map(placeIn)
}

function madeKey(line: Line): string {
  return `${kindOf(line)} ${placeOf(line)}`
}
