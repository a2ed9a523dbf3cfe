import { API_VERSION } from '../api/api-names.ts'
import type { FleetSnapshot } from '../fleet/fleet-snapshot.ts'
import type { Labels } from '../labels/selector.ts'
import { textIn } from '../object/fields.ts'
import type { ObjectChange } from './compare/delivery-changes.ts'
import { type BothSides, targetChanges } from './compare/target-changes.ts'
import type { ServerTarget } from './delivery/delivery.ts'
import { snapshotClusters, type RepositorySide } from './delivery/fleet-sides.ts'
import { ownLabelsOf } from './delivery/management-objects.ts'
import { readFleetSide, targetName } from './delivery/read-fleet-side.ts'
import type { FleetChange, PlannedChange, ClusterOutcome, PlannedRefusal } from './fleet-change.ts'
import { gateChanges } from './gate-changes.ts'
import { compatibilityRefusals } from './compatibility-refusals.ts'

/** A change of a repository. */
export interface ChangeRequest {
  readonly from: string
  readonly to: string
  readonly before: RepositorySide
  readonly after: RepositorySide
  readonly snapshot?: FleetSnapshot | undefined
  /** What lint finds in the repository after the change and did not find before. */
  readonly newFindings: readonly PlannedRefusal[]
}

/** Says what a change does to every cluster, as far as Git and the snapshot tell. */
export function planFleetChange(
  request: ChangeRequest,
  sides: BothSides = readBothSides(request),
): FleetChange {
  const happenings = [...targetIds(sides)].flatMap(id => happeningsOn(id, sides))
  const changes = grouped(happenings, sides)
  const gates = gateChanges(sides)
  const refusals = [...refusedChanges(changes), ...compatibilityRefusals(sides), ...request.newFindings]
  const clusters = clustersOf(sides, { changes, gates, refusals })
  const count = (verdict: ClusterOutcome['verdict']) => clusters.filter(one => one.verdict === verdict).length
  return {
    apiVersion: API_VERSION,
    kind: 'FleetChange',
    from: request.from,
    to: request.to,
    fleet: request.snapshot ? { source: 'snapshot', asOf: request.snapshot.asOf } : { source: 'git' },
    verdict: {
      changed: count('changed'),
      mayChange: count('mayChange'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      created: count('created'),
      deleted: count('deleted'),
      deletions: changes
        .filter(({ op }) => op === 'deleted')
        .reduce((sum, { clusters: where }) => sum + Math.max(1, where.length), 0),
    },
    changes,
    gates,
    refusals,
    clusters,
    notFollowed: [
      ...new Set(
        [...sides.before.notFollowed, ...sides.after.notFollowed].map(
          ({ place, because }) => `${place.path}:${place.line}: ${because}`,
        ),
      ),
    ].toSorted(),
    notes: notesOn(request, sides),
  }
}

/** Reads the fleet as it is, and as it will be. */
export function readBothSides({
  before,
  after,
  snapshot,
}: Pick<ChangeRequest, 'before' | 'after' | 'snapshot'>): BothSides {
  const known = snapshotClusters(snapshot)
  const old = readFleetSide({
    side: before,
    known,
    // Nobody knows better: what is there is taken to be fitted out.
    isOpen: (cluster, label) => {
      const live = known.clusters.get(cluster)
      return live ? Object.hasOwn(live.labels, label) : true
    },
  })
  const labelsBefore = new Map<string, Labels>(
    [...old.clusters]
      .filter(([, { isInGit }]) => isInGit)
      .map(([id, { content }]) => [id, ownLabelsOf(content)]),
  )
  const gatesBefore = new Map(
    [...old.clusters].map(([id, { fitout }]) => [
      id,
      new Set(fitout?.spec.steps.flatMap(({ gate }) => gate?.label ?? [])),
    ]),
  )
  const now = readFleetSide({
    side: after,
    known,
    labelsBefore,
    // A gate that is new opens in time; one that was shut is what it was.
    isOpen: (cluster, label) =>
      gatesBefore.get(cluster)?.has(label) === true
        ? (old.clusters.get(cluster)?.openGates.includes(label) ?? true)
        : true,
  })
  return { before: old, after: now }
}

function targetIds({ before, after }: BothSides): ReadonlySet<string> {
  return new Set([...before.targets.keys(), ...after.targets.keys()])
}

interface Happening {
  readonly change: ObjectChange
  readonly target: Pick<ServerTarget, 'id' | 'kind'>
}

function happeningsOn(id: string, sides: BothSides): readonly Happening[] {
  const [before, after] = [sides.before.targets.get(id), sides.after.targets.get(id)]
  const target = after ?? before
  if (!target) return []
  // What was on a cluster that goes, goes with it.
  if (target.kind === 'cluster' && isGone(id, sides)) return []
  return targetChanges(before, after, sides).map(change => ({ change, target }))
}

function isGone(id: string, { before, after }: BothSides): boolean {
  return before.clusters.has(id) && !after.clusters.has(id)
}

interface Group {
  readonly change: PlannedChange
  readonly clusters: Set<string>
}

// The same change is one, on however many clusters it happens.
function grouped(happenings: readonly Happening[], sides: BothSides): readonly PlannedChange[] {
  const groups = new Map<string, Group>()
  const byChange = new Map<ObjectChange, Map<string, Group>>()
  for (const { change, target } of happenings) {
    const isOnManagement = target.kind === 'folder' && isManagement(target.id, sides)
    const cluster = isOnManagement ? forCluster(change, sides) : targetName(target)
    const where = isOnManagement ? `management ${cluster === undefined}` : 'clusters'
    const known = byChange.get(change)?.get(where)
    const group =
      known && !isOnManagement
        ? known
        : groupFor(groups, plannedChange(change, isOnManagement ? cluster : undefined, isOnManagement))
    if (!byChange.has(change)) byChange.set(change, new Map())
    byChange.get(change)?.set(where, group)
    if (cluster !== undefined) group.clusters.add(cluster)
  }
  return [...groups.values()].map(({ change, clusters }) => ({
    ...change,
    clusters: [...clusters].toSorted(),
  }))
}

function groupFor(groups: Map<string, Group>, change: PlannedChange): Group {
  // Where it stands says nothing apart.
  const key = JSON.stringify({ ...change, place: '' })
  const group = groups.get(key) ?? { change, clusters: new Set<string>() }
  groups.set(key, group)
  return group
}

function isManagement(id: string, { before, after }: BothSides): boolean {
  return before.management.has(id) || after.management.has(id)
}

function forCluster({ object }: ObjectChange, { before, after }: BothSides): string | undefined {
  return after.isForCluster(object) ?? before.isForCluster(object)
}

function plannedChange(
  change: ObjectChange,
  cluster: string | undefined,
  isOnManagement: boolean,
): PlannedChange {
  const { op, object, by, fields, restartsPods, effect } = change
  const { path, line, column } = object.place()
  return {
    op,
    apiVersion: textIn(object.content, 'apiVersion'),
    kind: object.kind,
    namespace: object.namespace,
    name: withoutCluster(object.name, cluster),
    on: isOnManagement ? 'management' : 'clusters',
    by: {
      kind: by.kind,
      namespace: by.namespace,
      name: withoutCluster(by.name, isOnManagement || by.kind !== 'Kustomization' ? cluster : undefined),
      ...(by.source === undefined ? {} : { source: by.source }),
    },
    fields: change.refused === '' ? fields : [...fields, `refused: ${change.refused}`],
    restartsPods,
    ...(effect === '' ? {} : { effect }),
    clusters: [],
    place: path === '' ? '' : `${path}:${line}:${column}`,
  }
}

function withoutCluster(name: string, cluster: string | undefined): string {
  const own = cluster?.slice(cluster.indexOf('/') + 1)
  if (own === undefined) return name
  if (name === own) return '<cluster>'
  return name.startsWith(`${own}-`) ? `<cluster>${name.slice(own.length)}` : name
}

function refusedChanges(changes: readonly PlannedChange[]): readonly PlannedRefusal[] {
  return changes.flatMap(({ fields, kind, namespace, name, clusters, place }) => {
    const words = fields.find(field => field.startsWith('refused: '))
    if (words === undefined) return []
    const object = namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`
    return [
      { code: 'FieldImmutable', message: `${object}: ${words.slice('refused: '.length)}`, clusters, place },
    ]
  })
}

type Found = Pick<FleetChange, 'changes' | 'gates' | 'refusals'>

function clustersOf(sides: BothSides, { changes, gates, refusals }: Found): readonly ClusterOutcome[] {
  const refused = new Set(refusals.flatMap(({ clusters }) => clusters))
  const moving = changes.filter(({ op }) => op === 'created' || op === 'changed' || op === 'deleted')
  const changed = new Set([...moving, ...gates].flatMap(({ clusters }) => clusters))
  const maybe = new Set(changes.flatMap(({ op, clusters }) => (op === 'mayChange' ? clusters : [])))
  return headsOf(sides).map(({ id, namespace, name }) => ({ namespace, name, verdict: verdictOn(id) }))

  function verdictOn(id: string): ClusterOutcome['verdict'] {
    if (refused.has(id)) return 'refused'
    if (isGone(id, sides)) return 'deleted'
    if (sides.after.clusters.has(id) && !sides.before.clusters.has(id)) return 'created'
    if (changed.has(id)) return 'changed'
    return maybe.has(id) ? 'mayChange' : 'unchanged'
  }
}

interface Head {
  readonly id: string
  readonly namespace: string
  readonly name: string
}

// Clusters, and folders of which nobody says whose they are.
function headsOf({ before, after }: BothSides): readonly Head[] {
  const isManaging = (id: string) => before.management.has(id) || after.management.has(id)
  const folders = [before, after].flatMap(({ targets }) =>
    [...targets.values()].filter(({ id, kind }) => kind === 'folder' && !isManaging(id)),
  )
  const fleets = [before, after].flatMap(({ clusters }) => [...clusters.values()])
  const remote = [before, after].flatMap(({ targets }) =>
    [...targets.values()].filter(({ kind }) => kind === 'cluster'),
  )
  const all = [...fleets, ...remote, ...folders].map(
    ({ id, namespace, name }) => [id, { id, namespace, name }] as const,
  )
  return [...new Map(all).values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function notesOn({ snapshot }: ChangeRequest, { before, after }: BothSides): readonly string[] {
  const hasGates = [before, after].some(({ clusters }) =>
    [...clusters.values()].some(({ openGates }) => openGates.length > 0),
  )
  const byHand = after.targets.get('')?.deliveries.size ?? 0
  return [
    ...(snapshot || after.clusters.size === 0
      ? []
      : [
          `no snapshot of the fleet: clusters, labels and versions are those of Git${hasGates ? ', and gates of clusters that exist are taken to be open' : ''}`,
        ]),
    ...(byHand > 0
      ? [
          'nothing in Git says what applies the objects of the management cluster: nothing of them is taken to be deleted',
        ]
      : []),
  ]
}
