import type { RunningCluster, LiveObject, ValuesSource } from '../../domain/adopt/running-cluster.ts'
import type { ClusterPlan } from '../../domain/adopt/cluster-plan.ts'
import { manifestObjects } from '../../domain/adopt/compare-manifests.ts'
import { isFluxPart } from '../../domain/adopt/flux-refusals.ts'
import { matchReleases } from '../../domain/adopt/judge-adoption.ts'
import { toolOfObject } from '../../domain/adopt/adopt-tool.ts'
import { decodeBase64 } from '../../domain/bytes/base64.ts'
import { decodeUtf8 } from '../../domain/bytes/utf8.ts'
import { type GitObject, keyOfObject } from '../../domain/change/delivery/delivery.ts'
import { readHandOver } from '../../domain/hand-over/read/read-hand-over.ts'
import { revealed } from '../../domain/hand-over/wrap/target-manifest.ts'
import { type Fields, isFields, partOf, textIn } from '../../domain/object/fields.ts'
import { resources } from '../../controller/world/resources.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { readErrorWords } from './read-error-words.ts'
import { readOthers } from './read-others.ts'
import { readReleases } from './read-releases.ts'
import { type AdoptReader, someAtOnce } from './adopt-reader.ts'

/** The two servers that a cluster is read from. */
export interface ClusterReaders {
  readonly management: AdoptReader
  readonly workload: AdoptReader
}

/** Reads all that the adoption of a cluster is judged by. Nothing is written anywhere. */
export async function readRunningCluster(
  plan: ClusterPlan,
  cluster: KubeObject,
  { management, workload }: ClusterReaders,
): Promise<RunningCluster> {
  // The first call says whether the cluster can be read at all.
  const kubernetes = await workload.version()
  const inGit = await sameVersion(plan, cluster, management)
  const [releases, controllers, flux, others, appliedSets] = await Promise.all([
    readReleases(workload, release => isPlanned(plan, release)),
    readControllers(workload),
    readFlux(workload),
    readOthers(management, plan, cluster),
    readAppliedSets(management, plan),
  ])
  const facts = {
    cluster: inGit ?? cluster,
    kubernetes,
    releases,
    controllers,
    flux,
    others,
    appliedSets,
  }
  const values = await readValues(plan, cluster, { management, workload })
  const empty: RunningCluster = { ...facts, values, live: new Map(), unread: [] }
  const live = await readLive([...plannedObjects(plan), ...releasedObjects(plan, empty)], workload)
  return { ...empty, live, unread: [...management.unread, ...workload.unread] }
}

/** The Cluster in the version of the API that Git has it in: another version has other fields. */
async function sameVersion(
  plan: ClusterPlan,
  cluster: KubeObject,
  management: AdoptReader,
): Promise<KubeObject | undefined> {
  const apiVersion = textIn(plan.cluster?.content ?? {}, 'apiVersion')
  if (apiVersion === '' || apiVersion === cluster.apiVersion) return cluster
  const resource = await management.resource(apiVersion, 'Cluster')
  return resource && management.get(resource, plan)
}

function isPlanned(
  { steps }: ClusterPlan,
  { name, chart }: { readonly name: string; readonly chart: string },
): boolean {
  return steps.some(({ releases }) =>
    releases.some(one => one.releaseName === name || one.object.name === name || one.chart.name === chart),
  )
}

async function readControllers(workload: AdoptReader): Promise<RunningCluster['controllers']> {
  const found = await workload.list(['apps/v1'], 'Deployment', { labels: 'app.kubernetes.io/part-of=flux' })
  // The Flux Operator has the same label, and is no controller of Flux.
  return found
    .filter(object => isFluxPart(object) && object.metadata.name.endsWith('-controller'))
    .map(object => ({
      namespace: object.metadata.namespace ?? '',
      name: object.metadata.name,
      version: object.metadata.labels?.['app.kubernetes.io/version'] ?? '',
      by: toolOfObject(object),
    }))
}

const fluxKinds = [
  { group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease', versions: ['v2', 'v2beta2', 'v2beta1'] },
  { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', versions: ['v1', 'v1beta2'] },
  { group: 'fluxcd.controlplane.io', kind: 'FluxInstance', versions: ['v1'] },
] as const

async function readFlux(workload: AdoptReader): Promise<readonly Fields[]> {
  const found = await Promise.all(
    fluxKinds.map(async ({ group, kind, versions }) =>
      workload.list(
        versions.map(version => `${group}/${version}`),
        kind,
      ),
    ),
  )
  return found.flat()
}

async function readAppliedSets(
  management: AdoptReader,
  { namespace, name }: ClusterPlan,
): Promise<ReadonlySet<string>> {
  try {
    const binding = await management.get(resources.binding, { namespace, name })
    const bindings = partOf(binding ?? {}, 'spec')['bindings']
    const sets = Array.isArray(bindings) ? bindings.filter(isFields) : []
    return new Set(sets.map(set => textIn(set, 'clusterResourceSetName')))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    management.unread.add(
      `cannot get ClusterResourceSetBinding ${namespace}/${name}: ${readErrorWords(error)}`,
    )
    return new Set()
  }
}

function plannedObjects({ steps }: ClusterPlan): readonly GitObject[] {
  return steps.flatMap(({ releases, objects }) => [
    ...releases.map(({ object }) => object),
    ...objects.map(({ object }) => object),
  ])
}

/** The objects of the releases that the plan continues: they may have been changed since. */
function releasedObjects(plan: ClusterPlan, facts: RunningCluster): readonly GitObject[] {
  return [...matchReleases(plan, facts).values()].flatMap(match => {
    if (match.kind === 'none' || 'unread' in match.release.record) return []
    const { manifest, namespace } = match.release.record
    return manifestObjects(manifest, namespace) ?? []
  })
}

async function readLive(
  objects: readonly GitObject[],
  workload: AdoptReader,
): Promise<ReadonlyMap<string, LiveObject>> {
  const wanted = new Map(objects.map(object => [keyOfObject(object), object]))
  const found = await someAtOnce(
    [...wanted],
    async ([key, object]) => [key, await liveOf(object, workload)] as const,
  )
  return new Map(found)
}

async function liveOf(object: GitObject, workload: AdoptReader): Promise<LiveObject> {
  const apiVersion = textIn(object.content, 'apiVersion')
  try {
    const resource = await workload.resource(apiVersion, object.kind)
    if (!resource)
      return { kind: 'not-served', served: await workload.servedVersions(object.group, object.kind) }
    const found = await workload.get(resource, object)
    return found ? { kind: 'found', object: found } : { kind: 'absent' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { kind: 'unread', because: readErrorWords(error) }
  }
}

/** The Secrets and ConfigMaps that HelmReleases take values from: as the cluster has them, or as they will be handed over. */
async function readValues(
  plan: ClusterPlan,
  cluster: KubeObject,
  { management, workload }: ClusterReaders,
): Promise<ReadonlyMap<string, ValuesSource>> {
  const wanted = new Map(
    plan.steps.flatMap(({ releases }) =>
      releases.flatMap(({ object, valuesFrom }) =>
        valuesFrom.map(
          ({ kind, name }) =>
            [`${kind} ${object.namespace}/${name}`, { kind, namespace: object.namespace, name }] as const,
        ),
      ),
    ),
  )
  if (wanted.size === 0) return new Map()
  const handed = await handedOver(plan, cluster, management)
  const planned = new Map(
    plannedObjects(plan).map(object => [`${object.kind} ${object.namespace}/${object.name}`, object.content]),
  )
  const found = await someAtOnce(
    [...wanted],
    async ([title, place]): Promise<readonly [string, ValuesSource]> => {
      const given = handed.get(title)
      if (given?.kind === 'known') return [title, given]
      const inGit = planned.get(title)
      if (place.kind === 'ConfigMap' && inGit) return [title, { kind: 'known', data: dataIn(inGit) }]
      const live = await valuesOnCluster(place, workload)
      return [title, live.kind === 'unknown' && given ? given : live]
    },
  )
  return new Map(found)
}

async function valuesOnCluster(
  { kind, namespace, name }: { readonly kind: string; readonly namespace: string; readonly name: string },
  workload: AdoptReader,
): Promise<ValuesSource> {
  try {
    const resource = kind === 'Secret' ? resources.secret : resources.configMap
    const object = await workload.get(resource, { namespace, name })
    return object
      ? { kind: 'known', data: dataIn(object) }
      : { kind: 'unknown', because: 'is not on the cluster yet' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { kind: 'unknown', because: `cannot be read: ${readErrorWords(error)}` }
  }
}

function dataIn(object: Fields): Readonly<Record<string, string | Uint8Array>> {
  const isSecret = textIn(object, 'kind') === 'Secret'
  const data = Object.entries(partOf(object, 'data')).map(([key, value]): [string, string | Uint8Array] => {
    if (!isSecret) return [key, String(value)]
    const { bytes } = decodeBase64(String(value))
    return [key, decodeUtf8(bytes) ?? bytes]
  })
  return Object.fromEntries(data)
}

/** What steps will hand over, as far as the Secrets beside the Cluster can be read. */
async function handedOver(
  { fitout, namespace, name }: ClusterPlan,
  { metadata }: KubeObject,
  management: AdoptReader,
): Promise<ReadonlyMap<string, ValuesSource>> {
  const found = new Map<string, ValuesSource>()
  for (const step of fitout?.spec.steps ?? []) {
    const froms = [
      ...new Set((step.handOver ?? []).map(({ from }) => from.secret.replaceAll('${CLUSTER_NAME}', name))),
    ]
    if (froms.length === 0) continue
    const sources = new Map(
      await someAtOnce(
        froms,
        async secret => [secret, await secretBeside(secret, namespace, management)] as const,
      ),
    )
    const identity = { name, namespace, uid: metadata.uid ?? '' }
    const reading = readHandOver({
      step,
      cluster: identity,
      secrets: secret => sources.get(secret) ?? 'missing',
    })
    for (const { to } of step.handOver ?? []) {
      const title = `Secret ${to.namespace}/${to.secret}`
      const because = reading.ok ? '' : (reading.holds[0]?.message ?? 'cannot be handed over')
      found.set(title, { kind: 'unknown', because: `will be handed over, and now: ${because}` })
    }
    if (!reading.ok) continue
    for (const target of reading.targets)
      found.set(`Secret ${target.namespace}/${target.name}`, {
        kind: 'known',
        data: dataIn({ kind: 'Secret', data: revealed(target.data) }),
      })
  }
  return found
}

async function secretBeside(name: string, namespace: string, management: AdoptReader) {
  try {
    const object = await management.get(resources.secret, { namespace, name })
    return object ? { found: object } : ('missing' as const)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { refused: readErrorWords(error) }
  }
}
