import { groupBy } from '../../object/group-by.ts'
import { counted } from '../../text/counted.ts'
import { durationWords } from '../../words/duration-words.ts'
import type { FleetChange, PlannedChange } from '../fleet-change.ts'

/** One line of a report. */
export interface ReportRow {
  /** `-` deleted, `+` created, `~` changed, `?` may change, `!` stays, `=` not applied, `>` opens, `<` closes, `x` refused. */
  readonly mark: string
  readonly what: string
  readonly words: string
  readonly where: string
  /** What a line sums up. */
  readonly details: readonly ReportRow[]
}

/** The lines of a report, the loudest first. */
export interface ChangeReport {
  readonly rows: readonly ReportRow[]
  /** `Plan: 35 clusters change, 2 do not.` */
  readonly summary: string
  readonly notes: readonly string[]
}

const MOST_NAMES = 3
const MOST_FIELDS = 2

/** Puts a change of a fleet into lines. `now` is milliseconds since 1970. */
export function reportOf(change: FleetChange, now: number): ChangeReport {
  const shown = change.changes.filter(one => !isSaidElsewhere(one, change))
  const merged = mergedChanges(shown.flatMap(one => withoutNewClusters(one, change)))
  const single = merged.filter(({ by }) => by.kind !== 'ClusterResourceSet')
  const sets = groupBy(
    merged.filter(({ by }) => by.kind === 'ClusterResourceSet'),
    ({ by }) => by.name,
  )
  const rows = [
    ...deletedClusters(change),
    ...single.filter(({ op }) => op === 'deleted').map(changeRow),
    ...refusalRows(change),
    ...newClusters(change),
    ...[...sets].flatMap(([name, changes]) => setRows(name, changes)),
    ...single.filter(({ op }) => op === 'changed').map(changeRow),
    ...single.filter(({ op }) => op === 'created').map(changeRow),
    ...single.filter(({ op }) => op === 'mayChange').map(changeRow),
    ...gateRows(change),
    ...single.filter(({ op }) => op === 'stays' || op === 'notApplied').map(changeRow),
  ]
  return { rows, summary: summaryOf(change, now), notes: notesOf(change) }
}

// The ConfigMap of a ClusterResourceSet, and a ResourceSet, are there for what they bring.
function isSaidElsewhere({ on, kind, name, op }: PlannedChange, { changes }: FleetChange): boolean {
  if (kind === 'Cluster' && (op === 'created' || op === 'deleted')) return true
  if (on !== 'management' || (op !== 'changed' && op !== 'mayChange')) return false
  const isSource =
    (kind === 'ConfigMap' || kind === 'Secret') &&
    changes.some(({ by }) => by.source === `${kind}/${name}` || isOwnSource(by.source, kind, name))
  return (
    isSource ||
    (kind === 'ResourceSet' && changes.some(({ by }) => by.kind === 'ResourceSet' && by.name === name))
  )
}

function isOwnSource(source: string | undefined, kind: string, name: string): boolean {
  return (
    source !== undefined &&
    name.startsWith('<cluster>') &&
    source.startsWith(`${kind}/`) &&
    source.endsWith(name.slice('<cluster>'.length))
  )
}

// What a new cluster gets is said with the cluster.
function withoutNewClusters(change: PlannedChange, { clusters }: FleetChange): readonly PlannedChange[] {
  const fresh = new Set(
    clusters
      .filter(({ verdict }) => verdict === 'created' || verdict === 'deleted')
      .map(({ namespace, name }) => `${namespace}/${name}`),
  )
  if (fresh.size === 0 || change.clusters.length === 0) return [change]
  const rest = change.clusters.filter(id => !fresh.has(id))
  return rest.length === 0 ? [] : [{ ...change, clusters: rest }]
}

// The same in several namespaces, by Kustomizations of several names, is one line.
function mergedChanges(changes: readonly PlannedChange[]): readonly PlannedChange[] {
  const found = new Map<string, PlannedChange>()
  for (const change of changes) {
    const isForClusters = change.on === 'management' && change.clusters.length > 0
    const namespace = isForClusters ? '<namespace>' : change.namespace
    const { kind, name, source } = change.by
    const by = {
      kind,
      name: kind === 'Kustomization' && isForClusters ? '' : name,
      namespace: '',
      ...(source === undefined ? {} : { source }),
    }
    const { op, fields, effect, on, restartsPods } = change
    const key = JSON.stringify([
      op,
      on,
      change.apiVersion,
      change.kind,
      namespace,
      change.name,
      by,
      fields,
      effect,
      restartsPods,
    ])
    const known = found.get(key)
    const clusters = [...(known?.clusters ?? []), ...change.clusters]
    const isAlone = change.clusters.length === 0 && known === undefined
    found.set(key, {
      ...change,
      namespace: isAlone || known === undefined ? change.namespace : namespace,
      by: { ...change.by, ...by },
      clusters,
    })
  }
  return [...found.values()]
}

const marks = {
  created: '+',
  changed: '~',
  mayChange: '?',
  deleted: '-',
  stays: '!',
  notApplied: '=',
} as const

function changeRow(change: PlannedChange): ReportRow {
  return {
    mark: marks[change.op],
    what: objectWords(change),
    words: wordsOf(change),
    where: whereWords(change),
    details: [],
  }
}

function objectWords({ kind, namespace: home, name: called, clusters }: PlannedChange): string {
  const [only, ...others] = clusters
  const slash = only?.indexOf('/') ?? -1
  const isOne = only !== undefined && others.length === 0 && slash > 0
  const name = isOne ? called.replace('<cluster>', only.slice(slash + 1)) : called
  const namespace = isOne ? home.replace('<namespace>', only.slice(0, slash)) : home
  return namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`
}

function wordsOf({ op, fields, effect, restartsPods, by, kind }: PlannedChange): string {
  const more = effect === undefined ? '' : effect
  const byWords = by.name === '' ? by.kind : `${by.kind} ${by.name}`
  if (op === 'deleted') return joined([`DELETED by ${byWords}`, more])
  if (op === 'stays') return joined(['gone from Git, stays on the cluster', more])
  if (op === 'notApplied') return joined(['not applied', more])
  if (op === 'created')
    return joined([kind === 'HelmRelease' ? 'created: Helm installs it' : 'created', more])
  const shown = fields.slice(0, MOST_FIELDS).join('; ')
  const rest = fields.length > MOST_FIELDS ? ` and ${fields.length - MOST_FIELDS} more` : ''
  if (op === 'mayChange') return joined([`may change: ${shown}${rest}`, more])
  const end = restartsPods ? 'pods restart' : kind === 'HelmRelease' ? 'Helm upgrades it' : ''
  return joined([`${shown}${rest}`, more, end])
}

function joined(words: readonly string[]): string {
  return words.filter(word => word !== '').join('; ')
}

/** How many clusters, or which. */
function whereWords({ clusters, on }: Pick<PlannedChange, 'clusters' | 'on'>): string {
  if (clusters.length === 0) return on === 'management' ? 'management cluster' : ''
  if (clusters.length <= MOST_NAMES) return clusters.toSorted().join(', ')
  const namespaces = new Set(clusters.map(id => id.slice(0, id.indexOf('/'))))
  return namespaces.size > 1
    ? `${clusters.length} clusters in ${namespaces.size} namespaces`
    : `${clusters.length} clusters`
}

function setRows(name: string, changes: readonly PlannedChange[]): readonly ReportRow[] {
  const clusters = [...new Set(changes.flatMap(one => one.clusters))]
  const applied = changes.filter(({ op }) => op === 'changed' || op === 'created' || op === 'mayChange')
  const isHeld = applied.length === 0
  const isNew =
    applied.length > 0 &&
    applied.every(({ op }) => op === 'created') &&
    changes.every(({ op }) => op === 'created')
  const isOpen = applied.length > 0 && applied.every(({ op }) => op === 'mayChange')
  const versions = versionWords(changes)
  const words = isHeld
    ? wordsOfRest(changes)
    : joined([
        isNew
          ? `${counted(applied.length, 'object')} created`
          : [versions, isOpen ? 'may be applied again' : 'will be applied again']
              .filter(text => text !== '')
              .join(', '),
      ])
  const head: ReportRow = {
    mark: isHeld
      ? changes.some(({ op }) => op === 'notApplied')
        ? '='
        : '!'
      : isNew
        ? '+'
        : isOpen
          ? '?'
          : '~',
    what: `ClusterResourceSet ${name}`,
    words,
    where: whereWords({ clusters, on: 'clusters' }),
    details: changes
      .filter(({ op }) => !isNew || op !== 'created')
      .toSorted((a, b) => loudness(b) - loudness(a))
      .map(change => {
        const row = changeRow(change)
        return isSameList(change.clusters, clusters) ? { ...row, where: '' } : row
      }),
  }
  return [head]
}

function wordsOfRest(changes: readonly PlannedChange[]): string {
  const [first] = changes
  const isKept = changes.every(({ op }) => op === 'stays')
  return isKept ? 'no longer selects them; what it delivered stays' : `not applied; ${first?.effect ?? ''}`
}

function loudness({ op, restartsPods }: PlannedChange): number {
  if (op === 'stays' || op === 'notApplied') return 2
  return restartsPods ? 1 : 0
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length
}

// One version that becomes one other: a label that says it, or the tags of all images.
function versionWords(changes: readonly PlannedChange[]): string {
  const fields = changes.flatMap(one => one.fields)
  const labels = fields.flatMap(
    field =>
      /labels\."app\.kubernetes\.io\/version": v?(\S+) -> v?(\S+)$/.exec(field)?.slice(1).join(' -> ') ?? [],
  )
  const images = fields.flatMap(
    field => /\.image \S+: v?(\S+) -> v?(\S+)$/.exec(field)?.slice(1).join(' -> ') ?? [],
  )
  const found = new Set(labels.length > 0 ? labels : images)
  return found.size === 1 ? ([...found][0] ?? '') : ''
}

function deletedClusters({ clusters }: FleetChange): readonly ReportRow[] {
  return clusters
    .filter(({ verdict }) => verdict === 'deleted')
    .map(({ namespace, name }) => ({
      mark: '-',
      what: `Cluster ${namespace}/${name}`,
      words: 'DELETED with its machines and all that runs on them',
      where: '',
      details: [],
    }))
}

function newClusters({ clusters, changes }: FleetChange): readonly ReportRow[] {
  return clusters
    .filter(({ verdict }) => verdict === 'created')
    .map(({ namespace, name }) => {
      const id = `${namespace}/${name}`
      const own = changes.filter(one => one.on === 'clusters' && one.clusters.includes(id))
      return {
        mark: '+',
        what: `Cluster ${id}`,
        words: `new: ${counted(own.length, 'object')} on it`,
        where: '',
        details: [],
      }
    })
}

function refusalRows({ refusals }: FleetChange): readonly ReportRow[] {
  return refusals.map(({ code, message, clusters, place }) => ({
    mark: 'x',
    what: clusters.length > 0 ? whereWords({ clusters, on: 'clusters' }) : (place ?? ''),
    words: message,
    where: code,
    details: [],
  }))
}

function gateRows({ gates }: FleetChange): readonly ReportRow[] {
  const merged = groupBy(gates, ({ op, label, step }) => JSON.stringify([op, label, step]))
  return [...merged.values()].flatMap(list => {
    const [gate] = list
    if (!gate) return []
    const clusters = list.flatMap(one => one.clusters)
    const isOpening = gate.op === 'opens'
    return [
      {
        mark: isOpening ? '>' : '<',
        what: `gate ${gate.label}`,
        words: isOpening
          ? `opens for step ${gate.step}, when the steps that it needs are Ready`
          : `closes: step ${gate.step} has it no more, and what was delivered stays`,
        where: whereWords({ clusters, on: 'clusters' }),
        details: [],
      },
    ]
  })
}

function summaryOf({ verdict, fleet }: FleetChange, now: number): string {
  const { changed, mayChange, unchanged, refused, created, deleted, deletions } = verdict
  const parts = [
    ...(created > 0 ? [`${counted(created, 'cluster')} ${created === 1 ? 'is' : 'are'} new`] : []),
    ...(deleted > 0 ? [`${counted(deleted, 'cluster')} ${deleted === 1 ? 'is' : 'are'} DELETED`] : []),
    `${counted(changed, 'cluster')} ${changed === 1 ? 'changes' : 'change'}`,
    ...(mayChange > 0 ? [`${mayChange} may`] : []),
    `${unchanged} ${unchanged === 1 ? 'does' : 'do'} not`,
    ...(refused > 0 ? [`${refused} ${refused === 1 ? 'is' : 'are'} refused`] : []),
  ]
  const isNothing = changed + mayChange + refused + created + deleted === 0
  const first = isNothing
    ? `Plan: nothing changes on ${counted(unchanged, 'cluster')}.`
    : `Plan: ${parts.join(', ')}.`
  const removed =
    deletions > 0 ? ` ${counted(deletions, 'object')} ${deletions === 1 ? 'is' : 'are'} deleted.` : ''
  const age =
    fleet.asOf === undefined ? '' : ` Snapshot is ${durationWords(now - Date.parse(fleet.asOf))} old.`
  return `${first}${removed}${age}`
}

function notesOf({ notes, notFollowed, arrival }: FleetChange): readonly string[] {
  return [...notes, ...arrivalWords(arrival), ...notFollowed.map(one => `not followed: ${one}`)]
}

function arrivalWords(arrival: FleetChange['arrival']): readonly string[] {
  if (!arrival) return []
  const { readyAfterMs, beforeMs, stuck } = arrival
  const before =
    beforeMs === undefined || beforeMs === readyAfterMs ? '' : ` (before: ${durationWords(beforeMs)})`
  const time =
    readyAfterMs === undefined
      ? []
      : [
          `simulated: a cluster is Ready about ${durationWords(readyAfterMs)} after its API server answers${before}`,
        ]
  return [
    ...time,
    ...stuck.map(
      ({ cluster, step, reason, message }) =>
        `simulated: ${cluster} stops at step ${step}: ${message} (${reason})`,
    ),
  ]
}
