import type { ClusterVersions } from '../compat/cluster-versions.ts'
import type { CompatFacts } from '../compat/component-facts.ts'
import { componentsIn } from '../compat/delivered/versions-in.ts'
import type { Fitout } from '../api/schema/fitout-schema.ts'
import type { BuiltObject } from '../lint/model/build.ts'
import { isUnfilled, type LintObject } from '../lint/model/lint-object.ts'
import { type LintRepository, ofKind } from '../lint/model/lint-repository.ts'
import { validPlans } from '../lint/rules/selector-rules.ts'
import { partOf, textIn } from '../object/fields.ts'
import { locatorOf } from '../yaml/locate.ts'
import { deliveredObjects, type FindDelivered, type Receiver, selects } from './delivered-objects.ts'
import { fluxRoots } from './flux-roots.ts'
import { patchedVersions } from './patched-versions.ts'
import { foundVersions, type SaidVersion, VersionReader } from './found-versions.ts'

/**
 * The clusters of a repository, each with the versions that the repository delivers to it, by namespace and name.
 *
 * Without any Cluster, each folder that a Flux applies counts as one.
 */
export function clustersInRepository(
  repository: LintRepository,
  facts: CompatFacts,
): readonly ClusterVersions[] {
  const reading: Reading = {
    repository,
    reader: new VersionReader(facts, {
      sourceOf: release => sourceOf(release, repository),
      isPatched: patchedVersions(repository),
    }),
    delivered: deliveredObjects(repository),
    plans: validPlans(repository),
    clusterApi: clusterApiIn(repository, facts),
  }
  const clusters = ofKind(repository, 'cluster.x-k8s.io', 'Cluster').flatMap(object =>
    repository.instancesOf(object).map(built => clusterOf(built, reading)),
  )
  const found = clusters.length > 0 ? clusters : rootsAsClusters(reading)
  const unique = new Map(found.map(cluster => [`${cluster.namespace}/${cluster.name}`, cluster]))
  return [...unique].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, cluster]) => cluster)
}

interface Reading {
  readonly repository: LintRepository
  readonly reader: VersionReader
  readonly delivered: FindDelivered
  readonly plans: readonly { readonly object: LintObject; readonly fitout: Fitout }[]
  readonly clusterApi: readonly SaidVersion[]
}

function clusterOf(built: BuiltObject, reading: Reading): ClusterVersions {
  const { repository, plans, reader } = reading
  const { object, namespace, name, labels } = built
  const own = plans.filter(
    plan => repository.namespacesOf(plan.object).has(namespace) && selects(plan.object.content, labels),
  )
  const gates = own.flatMap(({ fitout }) =>
    fitout.spec.steps.flatMap(({ gate }) => (gate ? [[gate.label, gate.value] as const] : [])),
  )
  const receiver: Receiver = {
    namespace,
    name,
    labels: { ...labels, ...Object.fromEntries(gates) },
    folders: foldersOf({ namespace, name }, repository),
  }
  const delivered = [...reading.delivered(receiver)].flatMap(one => reader.versionsOf(one))
  const said = [...delivered, ...own.flatMap(toldBy), ...reading.clusterApi]
  const platform = platformOf(object, repository)
  return {
    namespace,
    name,
    kubernetes: kubernetesOf(built, repository),
    ...(platform === undefined ? {} : { platform }),
    components: foundVersions([...said, ...fluxOfRepository(said, repository)]),
  }
}

function toldBy({ object, fitout }: Reading['plans'][number]): readonly SaidVersion[] {
  return fitout.spec.steps.flatMap((step, index) =>
    Object.entries(step.versions ?? {}).map(([component, version]) => {
      const { path, line } = object.placeOf(['spec', 'steps', index, 'versions', component])
      return { component, version, place: `${path}:${line}` }
    }),
  )
}

// With these patterns Flux is not in the repository until its manifests are, and its version is.
function fluxOfRepository(
  said: readonly SaidVersion[],
  { fitout, files }: LintRepository,
): readonly SaidVersion[] {
  const isCommitted = fitout?.pattern === 'flux-cli' || fitout?.pattern === 'flux-cli-kas'
  if (!fitout || !isCommitted || said.some(({ component }) => component === 'flux')) return []
  const place = locatorOf(files.texts.get('fitout.yaml') ?? '')(['versions', 'flux'], 'value')
  return [{ component: 'flux', version: fitout.versions.flux, place: `fitout.yaml:${place?.line ?? 1}` }]
}

/** The folder that Flux on a cluster applies by the layout of the repository. */
function foldersOf(
  { namespace, name }: Pick<Receiver, 'namespace' | 'name'>,
  { fitout, hasFolder }: LintRepository,
): readonly string[] {
  if (!fitout || fitout.pattern === 'flux-operator') return []
  const environments = Object.entries(fitout.environments).filter(
    ([environment, given]) => (given.namespace ?? environment) === namespace,
  )
  const withEnvironment = environments.map(([environment]) => `clusters/${environment}/${name}`)
  return [...withEnvironment, `clusters/${name}`].filter(hasFolder)
}

function kubernetesOf(built: BuiltObject, repository: LintRepository): string | undefined {
  const spec = partOf(built.object.content, 'spec')
  const version = textIn(partOf(spec, 'topology'), 'version')
  const said = version || textIn(partOf(controlPlaneOf(built, repository)?.content ?? {}, 'spec'), 'version')
  return said === '' || isUnfilled(said) || built.isPatched ? undefined : said
}

function controlPlaneOf(
  { object, namespace }: BuiltObject,
  repository: LintRepository,
): LintObject | undefined {
  const ref = partOf(partOf(object.content, 'spec'), 'controlPlaneRef')
  return repository.objects.find(
    one =>
      one.kind === textIn(ref, 'kind') &&
      one.name === textIn(ref, 'name') &&
      repository.namespacesOf(one).has(namespace),
  )
}

const eksKinds = /^(?:AWSManagedControlPlane|CAPTControlPlane)(?:Template)?$/i

/** Who runs the control plane, as far as the kinds of the repository say so. */
function platformOf(object: LintObject, repository: LintRepository): 'eks' | undefined {
  const spec = partOf(object.content, 'spec')
  const topology = partOf(spec, 'topology')
  const name = textIn(partOf(topology, 'classRef'), 'name') || textIn(topology, 'class')
  const clusterClass = ofKind(repository, 'cluster.x-k8s.io', 'ClusterClass').find(one => one.name === name)
  const plane = partOf(partOf(clusterClass?.content ?? {}, 'spec'), 'controlPlane')
  const kinds = [
    textIn(partOf(spec, 'controlPlaneRef'), 'kind'),
    textIn(partOf(plane, 'templateRef'), 'kind'),
    textIn(partOf(plane, 'ref'), 'kind'),
  ]
  return kinds.some(kind => eksKinds.test(kind)) ? 'eks' : undefined
}

/** The Cluster API that manages the clusters, if the repository installs it. */
function clusterApiIn({ objects }: LintRepository, facts: CompatFacts): readonly SaidVersion[] {
  return objects.flatMap(object => {
    const { path, line } = object.placeOf(['metadata', 'name'])
    return componentsIn([object.content], facts)
      .filter(({ component }) => component === 'cluster-api')
      .map(({ version }) => ({ component: 'cluster-api-manager', version, place: `${path}:${line}` }))
  })
}

/** The object that a release takes its chart from, if it has none of its own. */
function sourceOf(release: LintObject, repository: LintRepository): LintObject | undefined {
  if (release.kind !== 'HelmRelease') return undefined
  const ref = partOf(partOf(release.content, 'spec'), 'chartRef')
  const [kind, name] = [textIn(ref, 'kind'), textIn(ref, 'name')]
  if (name === '') return undefined
  const named = ofKind(repository, 'source.toolkit.fluxcd.io', kind).filter(one => one.name === name)
  const namespace = textIn(ref, 'namespace')
  const homes = namespace === '' ? repository.namespacesOf(release) : new Set([namespace])
  const near = named.filter(one => [...repository.namespacesOf(one)].some(home => homes.has(home)))
  // Many clusters may have a source of this name, each beside its release.
  const [nearest, next] = near.toSorted((a, b) => shared(b.path, release.path) - shared(a.path, release.path))
  const isUnclear = nearest && next && shared(nearest.path, release.path) === shared(next.path, release.path)
  return isUnclear ? undefined : nearest
}

/** How many folders two paths have in common from the root. */
function shared(path: string, other: string): number {
  const [parts, others] = [path.split('/'), other.split('/')]
  const end = parts.findIndex((part, index) => part !== others[index])
  return end === -1 ? parts.length : end
}

function rootsAsClusters({ repository, reader, delivered }: Reading): readonly ClusterVersions[] {
  return fluxRoots(repository).map(folder => {
    const objects = delivered({ namespace: '', name: folder, labels: {}, folders: [folder] })
    const said = [...objects].flatMap(object => reader.versionsOf(object))
    return { namespace: '', name: folder, kubernetes: undefined, components: foundVersions(said) }
  })
}
