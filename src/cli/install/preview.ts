import { isDeepStrictEqual } from 'node:util'
import type { InstalledObject } from '../../domain/install/installed-object.ts'
import { type ApiError, hasCode } from '../../engine/api/api-error.ts'
import { findObject } from '../../engine/api/find-object.ts'
import type { Api } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { installedName, installedResource } from './object-resource.ts'

/** Who owns the fields of an installation. */
const INSTALLER = 'fitout-install'

/** What applying an object does, or why it cannot be applied. */
export type Preview =
  | { readonly kind: 'created' | 'configured' | 'unchanged'; readonly object: InstalledObject }
  | {
      readonly kind: 'refused'
      readonly object: InstalledObject
      readonly why: string
      readonly code: ApiError['code']
    }

/** Finds out what an installation would change, by a dry run of each object. Nothing is written. */
export async function previewInstallation(
  api: Api,
  objects: readonly InstalledObject[],
): Promise<readonly Preview[]> {
  const previews: Preview[] = []
  for (const object of objects) previews.push(await previewObject(api, object))
  return previews
}

async function previewObject(api: Api, object: InstalledObject): Promise<Preview> {
  try {
    const before = await find(api, object)
    const after = await applyInstalled(api, object, true)
    if (!before) return { kind: 'created', object }
    return {
      kind: isDeepStrictEqual(contentOf(before), contentOf(after)) ? 'unchanged' : 'configured',
      object,
    }
  } catch (error) {
    // Its namespace is one of the objects before it. Whether the caller is allowed to write is asked first.
    if (hasCode(error, 'NotFound')) return { kind: 'created', object }
    if (hasCode(error, 'Forbidden', 'Denied', 'Invalid', 'NotServed', 'Conflict')) {
      return { kind: 'refused', object, why: whyRefused(error, object), code: error.code }
    }
    throw error
  }
}

function whyRefused({ code, detail }: ApiError, { kind, apiVersion }: InstalledObject): string {
  if (code === 'NotServed') return `the server does not serve ${kind} of ${apiVersion}`
  if (code === 'Forbidden')
    return `you are not allowed to apply it${detail === undefined ? '' : `: ${detail}`}`
  return detail ?? code
}

async function find(api: Api, object: InstalledObject): Promise<KubeObject | undefined> {
  const { name, namespace } = object.metadata
  const resource = installedResource(object.apiVersion, object.kind)
  return findObject(api, { resource, name, ...(namespace === undefined ? {} : { namespace }) })
}

/** Applies an object of an installation. Takes its fields over from whoever installed it before. */
export async function applyInstalled(api: Api, object: InstalledObject, dryRun = false): Promise<KubeObject> {
  const resource = installedResource(object.apiVersion, object.kind)
  return api.apply(resource, object, { fieldManager: INSTALLER, force: true, dryRun })
}

// What is written again at every write says nothing about the content.
function contentOf(object: KubeObject): object {
  return { ...object, metadata: { ...object.metadata, managedFields: undefined, resourceVersion: undefined } }
}

/** One line about a change, as kubectl words it. */
export function previewLine(preview: Preview): string {
  return `${preview.kind} ${installedName(preview.object)}`
}
