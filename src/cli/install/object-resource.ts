import { apiGroup } from '../../domain/object/api-group.ts'
import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { findBuiltInKind, pluralOf } from '../../domain/kinds/built-in-kinds.ts'
import type { Resource } from '../../engine/api/api.ts'

/** The kind of an object of an installation, as a server serves it. Kinds of others are all namespaced. */
export function installedResource(apiVersion: string, kind: string): Resource {
  const group = apiGroup(apiVersion)
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1)
  const known = findBuiltInKind(group, kind) ?? { plural: pluralOf(kind), scope: 'Namespaced' }
  return { group, version, kind, plural: known.plural, scope: known.scope }
}

/** An object by what it says of itself: `Deployment fitout-system/fitout-controller`. */
export function installedName({
  kind,
  metadata,
}: {
  readonly kind: string
  readonly metadata: { readonly namespace?: string; readonly name: string }
}): string {
  return `${kind} ${qualifiedName(metadata)}`
}
