import { resources } from '../../controller/world/resources.ts'
import { names } from '../../domain/api/api-names.ts'
import { crdOf, kinds } from '../../domain/install/crd.ts'
import { itemsIn, textIn } from '../../domain/object/fields.ts'
import { installed, installLabels } from '../../domain/install/installed-object.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import { findObject } from '../../engine/api/find-object.ts'
import type { Api, Selection } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { installedResource } from './object-resource.ts'
import { listInstalled } from './stale-objects.ts'

/** What a removal takes away, in this order, and what it leaves. */
export interface Removal {
  /** Policies that need the kind Fitout: while they are in force and it is not, no Cluster can be written. */
  readonly gatePolicies: readonly KubeObject[]
  readonly controllers: readonly KubeObject[]
  readonly rest: readonly KubeObject[]
  readonly crds: readonly KubeObject[]
  readonly namespace: KubeObject | undefined
  readonly fitouts: readonly KubeObject[]
  /** How many ClusterFitouts there are. */
  readonly clusterFitouts: number
  /** How many ClusterResourceSets carry values to clusters. */
  readonly handOvers: number
  /** Another installation shares the kinds, the roles and the policies. */
  readonly isShared: boolean
}

const crdResource = installedResource('apiextensions.k8s.io/v1', 'CustomResourceDefinition')
const leaseResource = installedResource('coordination.k8s.io/v1', 'Lease')

/** Finds what there is of the installation in a namespace. */
export async function findRemoval(api: Api, namespace: string): Promise<Removal> {
  const all = await listInstalled(api, installLabels)
  const isElsewhere = ({ kind, metadata }: KubeObject) =>
    kind === 'Deployment' && metadata.namespace !== namespace
  const isShared = all.some(isElsewhere)
  const own = all.filter(object => belongsTo(object, { namespace, isShared }))
  const gatePolicies = own.filter(isGatePolicy)
  const controllers = own.filter(({ kind }) => kind === 'Deployment')
  const leases = (await some(api, { resource: leaseResource, namespace })).filter(
    ({ metadata: { name } }) => name === installed.controller || name.startsWith(`${installed.controller}-`),
  )
  const others = own.filter(object => !gatePolicies.includes(object) && !controllers.includes(object))
  const found = await Promise.all([
    ...kinds.map(kind => findObject(api, { resource: crdResource, name: crdOf(kind).metadata.name })),
    findObject(api, { resource: resources.namespace, name: namespace }),
  ])
  const space = found.at(-1)
  return {
    gatePolicies,
    controllers,
    rest: [...leases, ...others],
    crds: isShared ? [] : found.slice(0, -1).filter(crd => crd !== undefined),
    namespace: isOwn(space) ? space : undefined,
    fitouts: isShared ? [] : await some(api, { resource: resources.fitout }),
    clusterFitouts: (await some(api, { resource: resources.clusterFitout })).length,
    handOvers: (await some(api, { resource: resources.resourceSet, labels: names.ownerLabel })).length,
    isShared,
  }
}

// One that is being deleted goes by itself.
function isOwn(namespace: KubeObject | undefined): boolean {
  const { labels, deletionTimestamp } = namespace?.metadata ?? {}
  return deletionTimestamp === undefined && labels?.['app.kubernetes.io/name'] === 'fitout'
}

function isGatePolicy({ metadata }: KubeObject): boolean {
  return ['fitout-gates', 'fitout-own-labels'].includes(metadata.name)
}

interface Installation {
  readonly namespace: string
  readonly isShared: boolean
}

function belongsTo(object: KubeObject, { namespace, isShared }: Installation): boolean {
  const subjects = itemsIn(object, 'subjects')
  if (subjects.length > 0) return subjects.some(each => textIn(each, 'namespace') === namespace)
  if (object.metadata.namespace === undefined) return !isShared
  return object.metadata.namespace === namespace || (!isShared && object.metadata.namespace === 'flux-system')
}

async function some(api: Api, selection: Selection): Promise<readonly KubeObject[]> {
  try {
    return (await api.list(selection)).items
  } catch (error) {
    if (hasCode(error, 'NotServed', 'NotFound')) return []
    throw error
  }
}
