import type { Entry } from '../../domain/apply/inventory.ts'
import { namespacedBuiltInKinds } from '../../domain/kinds/built-in-kinds.ts'
import { isNamespace } from '../../domain/pack/manifest.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { Resource } from '../../engine/api/api.ts'
import { findObject } from '../../engine/api/find-object.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { type ApplyRun, describeObject } from './run-state.ts'
import { StayingOwners } from './staying-owners.ts'
import { definitions, definedResource } from './served-kinds.ts'

/** A Namespace or CustomResourceDefinition, and what goes before it although it is still there. */
export interface Container {
  readonly entry: Entry
  readonly gone: ReadonlySet<string>
}

/**
 * Says what would be deleted together with a Namespace or CustomResourceDefinition; undefined for nothing that matters.
 *
 * All that this command applied there, and Git no longer has, is gone by now. So whatever is left is of others.
 */
export async function whatStaysIn(run: ApplyRun, { entry, gone }: Container): Promise<string | undefined> {
  const kinds = isNamespace(entry) ? await namespacedKinds(run) : await kindOf(run, entry)
  if (kinds === 'unreadable') return unreadable(definitions)
  const owners = new StayingOwners(run, gone)
  const found: string[] = []
  for (const resource of kinds) {
    const place = { resource, namespace: isNamespace(entry) ? entry.name : undefined }
    const listed = await contents(run, place, owners)
    if (listed === 'unreadable') return unreadable(resource)
    found.push(...listed.map(each => nameOf(resource, each)))
    if (found.length > 3) break
  }
  return found.length === 0 ? undefined : `it holds ${listFirst(found)}, which would be deleted with it`
}

function unreadable({ plural }: Resource): string {
  return `its content is unknown: you are not allowed to list ${plural}`
}

async function kindOf(run: ApplyRun, { name }: Entry): Promise<readonly Resource[]> {
  const definition = await findObject(run.api, { resource: definitions, name })
  const resource = definition && definedResource(definition)
  return resource ? [resource] : []
}

async function namespacedKinds({ kinds }: ApplyRun): Promise<readonly Resource[] | 'unreadable'> {
  const found: Resource[] = namespacedBuiltInKinds
    .filter(({ kind }) => !passing.has(kind))
    .map(kind => ({ ...kind, version: 'v1' }))
  try {
    for await (const definition of kinds.definitions()) {
      const resource = definedResource(definition)
      if (resource?.scope === 'Namespaced') found.push(resource)
    }
    return found
  } catch (error) {
    if (hasCode(error, 'Forbidden')) return 'unreadable'
    throw error
  }
}

// Made by the cluster itself, and made again.
const passing = new Set(['Endpoints', 'EndpointSlice', 'Event', 'Lease'])
const automatic = new Set(['ConfigMap kube-root-ca.crt', 'ServiceAccount default'])

interface Place {
  readonly resource: Resource
  /** Undefined for all. */
  readonly namespace: string | undefined
}

/** What is of someone in there, and not of the cluster itself; at most a few, as only some are named. */
async function contents(
  { api }: ApplyRun,
  { resource, namespace }: Place,
  owners: StayingOwners,
): Promise<readonly KubeObject[] | 'unreadable'> {
  const selection = { resource, metadataOnly: true, ...(namespace === undefined ? {} : { namespace }) }
  const found: KubeObject[] = []
  let token: string | undefined
  try {
    do {
      const page = await api.list(selection, {
        limit: 500,
        ...(token === undefined ? {} : { continue: token }),
      })
      found.push(...(await ofSomebody(resource, page.items, owners)))
      token = page.continue
    } while (token !== undefined && found.length === 0)
    return found
  } catch (error) {
    if (hasCode(error, 'NotServed', 'NotFound')) return []
    if (hasCode(error, 'Forbidden')) return 'unreadable'
    throw error
  }
}

async function ofSomebody(
  resource: Resource,
  objects: readonly KubeObject[],
  owners: StayingOwners,
): Promise<readonly KubeObject[]> {
  const found: KubeObject[] = []
  for (const each of objects) {
    if (automatic.has(`${resource.kind} ${each.metadata.name}`)) continue
    if (await owners.isStaying(resource, each)) found.push(each)
  }
  return found
}

function nameOf({ kind }: Resource, { metadata }: KubeObject): string {
  return describeObject({ apiVersion: '', kind, namespace: metadata.namespace ?? '', name: metadata.name })
}
