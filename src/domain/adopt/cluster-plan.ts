import type { Fitout, FitoutStep } from '../api/schema/fitout-schema.ts'
import type { Deliverer, GitObject, ServerTarget } from '../change/delivery/delivery.ts'
import type { ClusterOnSide, FleetSide } from '../change/delivery/fleet-sides.ts'
import { folderOf } from '../lint/model/kustomize-file.ts'
import type { LintRepository } from '../lint/model/lint-repository.ts'
import { ofKind } from '../lint/model/lint-repository.ts'
import { resolveProof } from '../proof/resolve/resolve-proof.ts'
import { nameVariables, resolveName } from '../hand-over/cluster-identity.ts'
import type { Labels } from '../labels/selector.ts'
import { validPlans } from '../lint/rules/selector-rules.ts'
import { missingLabels } from './wanted-labels.ts'
import { ownLabelsOf } from '../change/delivery/management-objects.ts'
import { type Fields, partOf } from '../object/fields.ts'
import { packOf, stepSets } from '../plan/step-sets.ts'
import { type PlannedRelease, plannedRelease } from './planned-release.ts'

/** An object that the plan puts on a cluster. */
export interface PlannedObject {
  readonly object: GitObject
  readonly deliverer: Deliverer
}

/** What one step of the Fitout brings. The last one of a plan has no name: what no step proves. */
export interface PlannedStep {
  readonly name: string
  readonly gate: string | undefined
  readonly releases: readonly PlannedRelease[]
  /** All others. */
  readonly objects: readonly PlannedObject[]
}

/** What a repository plans for one cluster. */
export interface ClusterPlan {
  readonly id: string
  readonly namespace: string
  readonly name: string
  /** The Cluster as Git has it; undefined if it has none. */
  readonly inGit: ClusterOnSide | undefined
  /** Its manifest. */
  readonly cluster: GitObject | undefined
  /** Labels that it lacks in Git, so that a Fitout selects it and its ClusterResourceSets do. */
  readonly wantedLabels: Labels
  readonly fitout: Fitout | undefined
  readonly steps: readonly PlannedStep[]
  /** Objects of other tools that Git has suspended or paused, by their titles. */
  readonly suspendedInGit: ReadonlySet<string>
}

/** What is put on a cluster by a repository, step by step. */
export function clusterPlan(
  id: string,
  { side, repository }: { readonly side: FleetSide; readonly repository: LintRepository },
): ClusterPlan {
  const [namespace = '', name = ''] = id.split('/')
  const inGit = side.clusters.get(id)
  const fitout = inGit?.fitout
  const target = side.targets.get(id)
  const home = { namespace, name, fitout, repository }
  const all = target ? objectsOn(target) : []
  const stepOf = stepFinder(home)
  const found = all.map(one => ({ one, step: stepOf(one) }))
  const names = [...(fitout?.spec.steps ?? []).map(step => step.name), '']
  const sources = all.map(({ object }) => object)
  const steps = names.map((step): PlannedStep => {
    const own = found.filter(one => one.step === step).map(({ one }) => one)
    return {
      name: step,
      gate: fitout?.spec.steps.find(one => one.name === step)?.gate?.label,
      releases: own
        .filter(isRelease)
        .map(({ object, deliverer }) => plannedRelease(object, deliverer, sources)),
      objects: own.filter(one => !isRelease(one)),
    }
  })
  const cluster = clusterObject(side, { namespace, name })
  return {
    id,
    namespace,
    name,
    inGit,
    cluster,
    wantedLabels: cluster
      ? missingLabels(cluster.content, {
          fitout,
          fitouts: fitoutsIn(home),
          profile: repository.fitout?.profile,
          setsOf: chosen => ownSets(chosen, home),
        })
      : {},
    fitout,
    steps: steps.filter(({ name: step, ...has }) => step !== '' || isAny(has)),
    suspendedInGit: suspendedIn(repository),
  }
}

function isAny({ releases, objects }: Pick<PlannedStep, 'releases' | 'objects'>): boolean {
  return releases.length + objects.length > 0
}

// It makes helm-controller install a chart.
function isRelease({ object }: PlannedObject): boolean {
  return object.group === 'helm.toolkit.fluxcd.io' && object.kind === 'HelmRelease'
}

// A Namespace of Cluster API or a Fitout is of the management cluster; it may be the same server.
function objectsOn(target: ServerTarget): readonly PlannedObject[] {
  return [...target.deliveries.values()].flatMap(({ deliverer, objects }) =>
    objects.map(object => ({ object, deliverer })),
  )
}

interface Home {
  readonly namespace: string
  readonly name: string
  readonly fitout: Fitout | undefined
  readonly repository: LintRepository
}

/** Finds the step that an object is of: by who delivers it, by the proof that names it, by its folder, by its name. */
function stepFinder(home: Home): (planned: PlannedObject) => string {
  const steps = home.fitout?.spec.steps ?? []
  const bySet = new Map(steps.flatMap(step => setsOf(step, home).map(set => [set, step.name] as const)))
  const proven = new Map(steps.flatMap(step => provenBy(step, home).map(key => [key, step.name] as const)))
  const names = new Set(steps.map(({ name }) => name))
  return ({ object, deliverer }) => {
    if (deliverer.kind === 'ClusterResourceSet') return bySet.get(deliverer.name) ?? ''
    if (deliverer.kind === 'Fitout') return deliverer.source ?? ''
    const own = proven.get(provenKey(object))
    if (own !== undefined) return own
    const folder = folderOf(object.place().path).split('/').toReversed()
    return folder.find(part => names.has(part)) ?? (names.has(object.name) ? object.name : '')
  }
}

function setsOf(step: FitoutStep, { namespace, name, repository }: Home): readonly string[] {
  const sets = ofKind(repository, 'addons.cluster.x-k8s.io', 'ClusterResourceSet')
    .filter(set => repository.namespacesOf(set).has(namespace))
    .map(({ content, name: own }) => {
      const annotations = Object.entries(partOf(partOf(content, 'metadata'), 'annotations'))
      const texts = Object.fromEntries(annotations.map(([key, value]) => [key, String(value)]))
      return { metadata: { name: own, labels: ownLabelsOf(content), annotations: texts } }
    })
  const ofPack = (pack: string) => sets.filter(set => packOf(set) === pack)
  return stepSets(step, { namespace, name, uid: '' }, ofPack).map(set => set.name)
}

function provenBy({ proof }: FitoutStep, { namespace, name }: Home): readonly string[] {
  const variables = nameVariables({ namespace, name, uid: '' })
  const resolution = resolveProof(proof, { variables, path: [] })
  if (!resolution.ok) return []
  return resolution.proof.objects.flatMap(object =>
    object.on === 'Workload' && object.target.by === 'name'
      ? [provenKey({ kind: object.kind, namespace: object.namespace ?? '', name: object.target.name })]
      : [],
  )
}

function provenKey({ kind, namespace, name }: Pick<GitObject, 'kind' | 'namespace' | 'name'>): string {
  return `${kind}/${namespace}/${name}`
}

function clusterObject(
  side: FleetSide,
  { namespace, name }: Pick<Home, 'namespace' | 'name'>,
): GitObject | undefined {
  for (const target of side.targets.values()) {
    const found = objectsOn(target).find(
      ({ object }) =>
        object.group === 'cluster.x-k8s.io' &&
        object.kind === 'Cluster' &&
        object.namespace === namespace &&
        object.name === name,
    )
    if (found) return found.object
  }
  return undefined
}

function fitoutsIn({ repository, namespace }: Home): readonly Fitout[] {
  return validPlans(repository)
    .filter(({ object }) => repository.namespacesOf(object).has(namespace))
    .map(({ fitout }) => fitout)
}

/** The ClusterResourceSets that a Fitout names, and that are for one cluster. */
function ownSets(fitout: Fitout, home: Home): readonly Fields[] {
  const names = new Set(
    fitout.spec.steps.flatMap(step =>
      (step.resourceSets ?? [])
        .filter(template => template.includes('$'))
        .flatMap(template => {
          const resolved = resolveName(template, { namespace: home.namespace, name: home.name, uid: '' })
          return resolved.ok ? [resolved.name] : []
        }),
    ),
  )
  return ofKind(home.repository, 'addons.cluster.x-k8s.io', 'ClusterResourceSet')
    .filter(set => names.has(set.name) && home.repository.namespacesOf(set).has(home.namespace))
    .map(({ content }) => content)
}

const PAUSED = 'cluster.x-k8s.io/paused'

function suspendedIn(repository: LintRepository): ReadonlySet<string> {
  const found = repository.objects.filter(
    ({ content }) =>
      partOf(content, 'spec')['suspend'] === true ||
      Object.hasOwn(partOf(partOf(content, 'metadata'), 'annotations'), PAUSED),
  )
  return new Set(
    found.flatMap(object =>
      [...repository.namespacesOf(object)].map(namespace => `${object.kind} ${namespace}/${object.name}`),
    ),
  )
}
