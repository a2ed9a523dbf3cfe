import { type GitObject, keyOfObject } from '../change/delivery/delivery.ts'
import { type Fields, isFields, partOf, textIn } from '../object/fields.ts'
import { toolOfObject } from './adopt-tool.ts'
import { versionRelation } from './chart-version.ts'
import type { ClusterPlan, PlannedObject } from './cluster-plan.ts'
import { hasHiddenValue, plannedValues, rawDifferences, type RawDifference } from './compare-values.ts'
import { fluxReleases } from './flux-releases.ts'
import { prunedObjects } from './flux-refusals.ts'
import { matchReleases } from './judge-adoption.ts'
import type { ReleaseMatch } from './match-release.ts'
import { releaseNamespace } from './match-release.ts'
import { titleOfFields } from './object-titles.ts'
import { isAbout } from './release-refusals.ts'
import type { PlannedRelease } from './planned-release.ts'
import type { OtherManager, RunningCluster, StoredRelease } from './running-cluster.ts'

/** A change of the repository that adoption needs. Where it is written is decided later. */
export type AdoptionEdit =
  /** Labels for the Cluster. */
  | { readonly kind: 'labels'; readonly object: GitObject; readonly labels: Readonly<Record<string, string>> }
  /** Fields of an object, on this cluster alone; null takes one away. */
  | { readonly kind: 'patch'; readonly planned: PlannedObject; readonly fields: Fields }
  /** What happens to the objects of a Kustomization when it is deleted. */
  | { readonly kind: 'orphan'; readonly planned: PlannedObject }
  /** That a Kustomization deletes nothing. */
  | { readonly kind: 'keep-pruned'; readonly planned: PlannedObject }
  /** A pause for what another tool does. */
  | { readonly kind: 'pause'; readonly other: OtherManager }
  /** A HelmRelease on the cluster that lets go of its release. */
  | { readonly kind: 'suspend'; readonly live: Fields }

/** What has to change, and what would have to and cannot be written. */
export interface AdoptionEdits {
  readonly edits: readonly AdoptionEdit[]
  /** In words, each with the object. */
  readonly notKept: readonly string[]
}

const KEPT = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' }

/** The changes by which a cluster is adopted with nothing changed on it. */
export function adoptionEdits(plan: ClusterPlan, running: RunningCluster): AdoptionEdits {
  if (!plan.inGit?.isInGit) return { edits: [], notKept: [] }
  if (!plan.fitout) return { edits: labelEdits(plan), notKept: [] }
  const matches = matchReleases(plan, running)
  const releases = plan.steps.flatMap(step => step.releases)
  const kept = releases.map(planned =>
    releaseEdits(planned, { match: matches.get(titleOf(planned)) ?? { kind: 'none' }, running }),
  )
  const guards = guardEdits(plan, running)
  const suspended = suspensions(plan, running)
  const edits = [
    ...labelEdits(plan),
    ...kept.flatMap(one => one.edits),
    ...guards,
    ...orphanEdits(plan, [...kept.flatMap(one => one.edits), ...guards]),
    ...keepPruned(plan, running),
    ...pauses(plan, running),
    ...suspended.edits,
  ]
  return { edits, notKept: [...kept.flatMap(one => one.notKept), ...suspended.notKept] }
}

function titleOf({ object }: PlannedRelease): string {
  return `${object.kind} ${object.namespace === '' ? '' : `${object.namespace}/`}${object.name}`
}

function labelEdits(plan: ClusterPlan): readonly AdoptionEdit[] {
  const labels = plan.wantedLabels
  if (!plan.cluster || Object.keys(labels).length === 0) return []
  return [{ kind: 'labels', object: plan.cluster, labels }]
}

interface Around {
  readonly match: ReleaseMatch
  readonly running: RunningCluster
}

function releaseEdits(planned: PlannedRelease, { match, running }: Around): AdoptionEdits {
  if (match.kind === 'none' || 'unread' in match.release.record) return { edits: [], notKept: [] }
  const { release } = match
  const { record } = match.release
  const values = plannedValues(planned, running.values)
  const differences = rawDifferences(record.values, values.values)
  const isSecret = (one: RawDifference) =>
    valueAt(values.fromSecrets, one.path) !== undefined ||
    [one.found, one.planned].some(value => hasHiddenValue(value, one.path)) ||
    one.found === null
  const spec = {
    ...targetFields(planned, release),
    ...chartFields(planned, record.chart.version),
    ...valueFields(differences.filter(one => !isSecret(one))),
  }
  const isOwn = release.by.tool === 'flux-helm' && isGuarded(planned.object)
  const isChanged = Object.keys(spec).length > 0
  const isThere = running.flux.some(live => titleOfFields(live) === titleOf(planned))
  const guard = isThere || isGuarded(planned.object) ? {} : { annotations: KEPT }
  const fields = {
    ...(Object.keys(guard).length > 0 ? { metadata: guard } : {}),
    ...(isChanged ? { spec } : {}),
  }
  const edits: AdoptionEdit[] =
    Object.keys(fields).length === 0 || isOwn ? [] : [{ kind: 'patch', planned, fields }]
  const source = sourceEdit(planned, record.chart.version)
  return {
    edits: [...edits, ...source],
    notKept: differences
      .filter(isSecret)
      .map(
        ({ path }) => `${titleOf(planned)}: value ${path.join('.')} is not written into Git: hand it over`,
      ),
  }
}

function isGuarded({ content }: GitObject): boolean {
  const annotations = partOf(partOf(content, 'metadata'), 'annotations')
  return textIn(annotations, 'kustomize.toolkit.fluxcd.io/prune') === 'disabled'
}

/** By which a HelmRelease continues the history that is there. */
function targetFields(planned: PlannedRelease, release: StoredRelease): Fields {
  const namespace = releaseNamespace(release)
  if (release.storage.kind === 'ConfigMap') return {}
  return {
    ...(planned.releaseName === release.name ? {} : { releaseName: release.name }),
    ...(planned.namespace === namespace ? {} : { targetNamespace: namespace }),
    ...(planned.storageNamespace === release.storage.namespace
      ? {}
      : { storageNamespace: release.storage.namespace }),
  }
}

function chartFields({ chart }: PlannedRelease, found: string): Fields {
  if (chart.from !== 'HelmRepository' || versionRelation(found, chart.version) === 'same') return {}
  return { chart: { spec: { version: found } } }
}

function sourceEdit({ chart, deliverer }: PlannedRelease, found: string): readonly AdoptionEdit[] {
  const { source } = chart
  if (!source || versionRelation(found, chart.version) === 'same') return []
  const ref = partOf(partOf(source.content, 'spec'), 'ref')
  const tag = found.replace('+', '_')
  const others = Object.keys(ref).filter(key => key !== 'tag')
  const spec = { ref: { ...Object.fromEntries(others.map(key => [key, null])), tag } }
  return [{ kind: 'patch', planned: { object: source, deliverer }, fields: { spec } }]
}

function valueFields(differences: readonly RawDifference[]): Fields {
  if (differences.length === 0) return {}
  const values: Record<string, unknown> = {}
  for (const { path, found } of differences) setAt(values, path, found === undefined ? null : found)
  return { values }
}

function setAt(values: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path
  if (rest.length === 0) {
    Object.defineProperty(values, key, { value, enumerable: true, configurable: true, writable: true })
    return
  }
  const before = Object.hasOwn(values, key) ? values[key] : undefined
  const below: Record<string, unknown> = isFields(before) ? { ...before } : {}
  setAt(below, rest, value)
  Object.defineProperty(values, key, { value: below, enumerable: true, configurable: true, writable: true })
}

function valueAt(values: Fields, path: readonly string[]): unknown {
  let value: unknown = values
  for (const key of path) value = isFields(value) ? value[key] : undefined
  return value
}

// What was there before Flux shall not go when somebody takes the adoption back.
function guardEdits({ steps }: ClusterPlan, { live }: RunningCluster): readonly AdoptionEdit[] {
  return steps
    .flatMap(({ objects }) => objects)
    .filter(({ object, deliverer }) => {
      const found = live.get(keyOfObject(object))
      if (deliverer.kind !== 'Kustomization' || !deliverer.prunes || found?.kind !== 'found') return false
      const { tool } = toolOfObject(found.object)
      return tool !== 'flux-kustomize' && tool !== 'flux-helm' && !isGuarded(object)
    })
    .map(planned => ({ kind: 'patch', planned, fields: { metadata: { annotations: KEPT } } }))
}

/** The Kustomizations of what is guarded: deleting one must not take its objects along. */
function orphanEdits(plan: ClusterPlan, edits: readonly AdoptionEdit[]): readonly AdoptionEdit[] {
  const names = new Set(
    edits.flatMap(edit =>
      edit.kind === 'patch' && edit.planned.deliverer.kind === 'Kustomization'
        ? [`${edit.planned.deliverer.namespace}/${edit.planned.deliverer.name}`]
        : [],
    ),
  )
  return kustomizationsOf(plan)
    .filter(({ object }) => names.has(`${object.namespace}/${object.name}`))
    .filter(({ object }) => textIn(partOf(object.content, 'spec'), 'deletionPolicy') === '')
    .map(planned => ({ kind: 'orphan', planned }))
}

/** The Kustomizations of Flux in a plan. */
export function kustomizationsOf({ steps }: ClusterPlan): readonly PlannedObject[] {
  return steps
    .flatMap(({ objects }) => objects)
    .filter(({ object }) => object.group === 'kustomize.toolkit.fluxcd.io' && object.kind === 'Kustomization')
}

function keepPruned(plan: ClusterPlan, running: RunningCluster): readonly AdoptionEdit[] {
  const titles = new Set(prunedObjects(plan, running).refusals.map(({ object }) => object))
  return kustomizationsOf(plan)
    .filter(({ object }) => titles.has(`Kustomization ${object.namespace}/${object.name}`))
    .map(planned => ({ kind: 'keep-pruned', planned }))
}

function pauses(plan: ClusterPlan, { others }: RunningCluster): readonly AdoptionEdit[] {
  const names = new Set(
    plan.steps.flatMap(({ releases }) =>
      releases.map(({ namespace, releaseName }) => `${namespace}/${releaseName}`),
    ),
  )
  return others
    .filter(({ tool, release, isSuspended, object }) => {
      const isAbout = release !== undefined && names.has(`${release.namespace}/${release.name}`)
      return tool === 'caaph' && isAbout && !isSuspended && !plan.suspendedInGit.has(object)
    })
    .map(other => ({ kind: 'pause', other }))
}

function suspensions(plan: ClusterPlan, running: RunningCluster): AdoptionEdits {
  const releases = plan.steps.flatMap(step => step.releases)
  const found = fluxReleases(plan, running).filter(other => releases.some(planned => isAbout(other, planned)))
  return {
    edits: found
      .filter(other => !mayHoldSecret(other))
      .flatMap(({ live }): readonly AdoptionEdit[] => (live ? [{ kind: 'suspend', live }] : [])),
    notKept: found
      .filter(mayHoldSecret)
      .map(({ object }) => `${object}: its values may hold a secret: suspend it where it is kept now`),
  }
}

function mayHoldSecret({ live }: OtherManager): boolean {
  return hasHiddenValue(partOf(live ?? {}, 'spec')['values'], [])
}
