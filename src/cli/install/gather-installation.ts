import { resources } from '../../controller/world/resources.ts'
import { neededApis } from '../../domain/install/check/needed-kinds.ts'
import type { InstallationFacts, Read } from '../../domain/install/check/installation-facts.ts'
import { crdOf, kinds } from '../../domain/install/crd.ts'
import { installed } from '../../domain/install/installed-object.ts'
import { ApiError, hasCode } from '../../engine/api/api-error.ts'
import type { Resource, Selection } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { callManagement } from '../../fleet/link/call-management.ts'
import type { Link } from '../../fleet/link/link.ts'
import { version } from '../command/version.ts'
import { installedResource } from './object-resource.ts'
import { retryThrottled } from './retry-throttled.ts'

const OWN = 'app.kubernetes.io/name=fitout'
const permissionKinds = ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'].map(kind =>
  installedResource('rbac.authorization.k8s.io/v1', kind),
)
const policyKinds = ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'].map(kind =>
  installedResource('admissionregistration.k8s.io/v1', kind),
)
const crds = installedResource('apiextensions.k8s.io/v1', 'CustomResourceDefinition')
const deployments = installedResource('apps/v1', 'Deployment')
const leases = installedResource('coordination.k8s.io/v1', 'Lease')

/** Reads all that the checks look at. What the caller is not allowed to read is noted; a server that does not answer is an error. */
export async function gatherInstallation(link: Link, namespace: string): Promise<InstallationFacts> {
  const { management } = link
  // The first call: what is wrong with the connection is told by it.
  const kubernetes = await callManagement(link, { what: 'get the version', right: 'get /version' }, () =>
    management.version(),
  )
  const some = (resource: Resource, labels: string) => listSome(link, { resource, labels }, namespace)
  const [served, ownKinds, controllers, pods, managers, permissions, policies, fitouts, flux] =
    await Promise.all([
      servedKinds(link),
      getCrds(link),
      some(deployments, OWN),
      some(installedResource('v1', 'Pod'), OWN),
      some(deployments, 'cluster.x-k8s.io/provider=cluster-api'),
      listKinds(link, namespace, permissionKinds),
      listKinds(link, namespace, policyKinds),
      listSome(link, { resource: resources.fitout }, namespace),
      some(deployments, 'app.kubernetes.io/part-of=flux'),
    ])
  return {
    now: link.clock.now(),
    client: version,
    namespace,
    kubernetes,
    served,
    crds: ownKinds,
    deployments: controllers,
    pods,
    leases: await readLeases(link, namespace, controllers),
    managers,
    permissions,
    policies,
    fitouts,
    flux,
  }
}

async function servedKinds(link: Link): Promise<InstallationFacts['served']> {
  const found = await Promise.all(
    neededApis.map(apiVersion => {
      const asked = { what: `ask for the kinds of ${apiVersion}`, right: `get /apis/${apiVersion}` }
      return callManagement(link, asked, () => kindsOf(link, apiVersion))
    }),
  )
  return Object.fromEntries(found.flat())
}

async function kindsOf(
  link: Link,
  apiVersion: string,
): Promise<readonly (readonly [string, readonly string[]])[]> {
  try {
    const list = await retryThrottled(link, () => link.management.discover(apiVersion))
    return [[apiVersion, list.map(({ kind }) => kind)]]
  } catch (error) {
    if (hasCode(error, 'NotServed', 'NotFound')) return []
    throw error
  }
}

type Objects = Read<readonly KubeObject[]>

async function getCrds(link: Link): Promise<Objects> {
  const found = await Promise.all(
    kinds.map(kind =>
      reading(link, 'get customresourcedefinitions', async () => [
        await link.management.get({ resource: crds, name: crdOf(kind).metadata.name }),
      ]),
    ),
  )
  return together(found)
}

/** Some objects in all namespaces or, for those who are not allowed to see all, in one. */
async function listSome(link: Link, selection: Selection, namespace: string): Promise<Objects> {
  const { management } = link
  const { resource } = selection
  const everywhere = await reading(
    link,
    `list ${resource.plural}`,
    async () => (await management.list(selection)).items,
  )
  if (everywhere.kind === 'read' || resource.scope === 'Cluster') return everywhere
  return reading(link, `list ${resource.plural} in namespace ${namespace}`, async () => {
    const { items } = await management.list({ ...selection, namespace })
    return items
  })
}

async function listKinds(link: Link, namespace: string, list: readonly Resource[]): Promise<Objects> {
  return together(
    await Promise.all(list.map(resource => listSome(link, { resource, labels: OWN }, namespace))),
  )
}

/** The Leases by their names: they have no labels, as the controllers make them. A Deployment has the name of its Lease. */
async function readLeases(link: Link, namespace: string, controllers: Objects): Promise<Objects> {
  const main = { resource: leases, fields: `metadata.name=${installed.controller}` }
  const found = controllers.kind === 'read' ? controllers.value : []
  const shards = found.filter(({ metadata }) => metadata.name !== installed.controller)
  const ofShards = shards.map(({ metadata }) =>
    reading(link, 'get leases', async () => [
      await link.management.get({
        resource: leases,
        namespace: metadata.namespace ?? namespace,
        name: metadata.name,
      }),
    ]),
  )
  return together([await listSome(link, main, namespace), ...(await Promise.all(ofShards))])
}

async function reading(
  link: Link,
  right: string,
  call: () => Promise<readonly KubeObject[]>,
): Promise<Objects> {
  try {
    return { kind: 'read', value: await retryThrottled(link, call) }
  } catch (error) {
    if (hasCode(error, 'NotFound', 'NotServed')) return { kind: 'read', value: [] }
    if (hasCode(error, 'Forbidden')) return { kind: 'unread', why: `you are not allowed to ${right}` }
    if (!(error instanceof ApiError)) throw error
    return callManagement(link, { what: right, right }, () => Promise.reject(error))
  }
}

function together(found: readonly Objects[]): Objects {
  const missing = found.find(each => each.kind === 'unread')
  if (missing) return missing
  return { kind: 'read', value: found.flatMap(each => (each.kind === 'read' ? each.value : [])) }
}
