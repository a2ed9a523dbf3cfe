import { deliveredSource } from '../../controller/cluster/delivered-source.ts'
import { resources } from '../../controller/world/resources.ts'
import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { componentsIn } from '../../domain/compat/delivered/versions-in.ts'
import type { ComponentVersion } from '../../domain/compat/verdict.ts'
import type { FleetScope } from '../../domain/fleet/within-scope.ts'
import { itemsIn, partOf, textIn } from '../../domain/object/fields.ts'
import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { packOf, stepSets } from '../../domain/plan/step-sets.ts'
import { ResourceSetError } from '../../domain/resource-set/resource-set-error.ts'
import { readFitout } from '../../domain/validation/read-fitout.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { listAll } from '../../engine/follow/list-all.ts'
import { stripManagedFields } from '../../engine/follow/strip-managed-fields.ts'
import type { Link } from '../link/link.ts'

/** What was found out about the versions of a fleet. What one may not read is not known, and nothing else. */
export interface DeliveredVersions {
  /** By the Fitout, then by the step. */
  readonly byStep: ReadonlyMap<string, ReadonlyMap<string, readonly ComponentVersion[]>>
  readonly clusterApi: string | undefined
}

const CALL = { timeoutMs: 30_000 }
const MAX_OBJECTS = 50_000
/** So many ConfigMaps are read at a time: each may be a megabyte. */
const AT_ONCE = 8

const deployments: Resource = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
}

/** Reads from packs which versions the steps of Fitouts bring, and from its Deployment that of Cluster API. Secrets are not read. */
export async function gatherVersions(
  link: Link,
  fitouts: readonly KubeObject[],
  scope: Pick<FleetScope, 'namespace'>,
): Promise<DeliveredVersions> {
  const [sets, clusterApi] = await Promise.all([
    list(link, { resource: resources.resourceSet, ...within(scope) }),
    clusterApiOf(link),
  ])
  const wanted = fitouts.flatMap(fitout => stepsOf(fitout).map(step => ({ fitout, step })))
  const sources = wanted.flatMap(({ fitout, step }) => sourcesOf(step, fitout, sets))
  const components = await readSources(link, [...new Set(sources)])
  const byStep = new Map<string, Map<string, readonly ComponentVersion[]>>()
  for (const { fitout, step } of wanted) {
    const key = qualifiedName(fitout.metadata)
    const found = sourcesOf(step, fitout, sets).flatMap(source => components.get(source) ?? [])
    byStep.set(key, (byStep.get(key) ?? new Map()).set(step.name, found))
  }
  return { byStep, clusterApi }
}

function within({ namespace }: Pick<FleetScope, 'namespace'>) {
  return namespace === undefined ? {} : { namespace }
}

function stepsOf(fitout: KubeObject): readonly FitoutStep[] {
  const reading = readFitout(fitout)
  return reading.kind === 'valid' ? reading.fitout.spec.steps : []
}

/** The ConfigMaps that deliver a step, as `namespace/name`. Those that are named by a cluster have nothing that all have. */
function sourcesOf(
  step: FitoutStep,
  { metadata: { namespace = '' } }: KubeObject,
  sets: readonly KubeObject[],
): readonly string[] {
  const near = sets.filter(({ metadata }) => metadata.namespace === namespace)
  const ofPack = (pack: string) => near.filter(set => packOf(set) === pack)
  const names = new Set(stepSets(step, { namespace, name: '', uid: '' }, ofPack).map(({ name }) => name))
  return near
    .filter(({ metadata }) => names.has(metadata.name))
    .flatMap(set => itemsIn(partOf(set, 'spec'), 'resources'))
    .filter(ref => textIn(ref, 'kind') === 'ConfigMap')
    .map(ref => `${namespace}/${textIn(ref, 'name')}`)
}

async function readSources(
  link: Link,
  sources: readonly string[],
): Promise<ReadonlyMap<string, readonly ComponentVersion[]>> {
  const found = new Map<string, readonly ComponentVersion[]>()
  const pending = sources.values()
  const worker = async () => {
    for (const source of pending) found.set(source, await componentsOf(link, source))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return found
}

async function componentsOf(link: Link, source: string): Promise<readonly ComponentVersion[]> {
  const [namespace = '', name = ''] = source.split('/')
  try {
    const object = await link.management.get({ resource: resources.configMap, namespace, name }, CALL)
    return deliveredSource(object).components
  } catch (error) {
    if (error instanceof ApiError || error instanceof ResourceSetError) return []
    throw error
  }
}

async function clusterApiOf(link: Link): Promise<string | undefined> {
  const found = await list(link, { resource: deployments, labels: 'cluster.x-k8s.io/provider=cluster-api' })
  return componentsIn(found).find(({ component }) => component === 'cluster-api')?.version
}

async function list(link: Link, selection: Parameters<typeof listAll>[1]): Promise<readonly KubeObject[]> {
  try {
    const options = { call: CALL, maxObjects: MAX_OBJECTS, transform: stripManagedFields }
    return (await listAll(link.management, selection, options)).items
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}
