import { isFields } from '../../domain/object/fields.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { stripManagedFields } from '../../engine/follow/strip-managed-fields.ts'

/**
 * Drops what is large and proves nothing: who wrote which field, and the schemas inside of CustomResourceDefinitions.
 *
 * A cluster has megabytes of those, and the fleet a thousand clusters.
 */
export function leanObject(object: KubeObject): KubeObject {
  const lean = stripManagedFields(object)
  const { kind, spec } = lean
  if (kind !== 'CustomResourceDefinition' || !isFields(spec) || !Array.isArray(spec['versions'])) return lean
  return { ...lean, spec: { ...spec, versions: spec['versions'].map(withoutSchema) } }
}

function withoutSchema(version: unknown): unknown {
  if (!isFields(version)) return version
  return Object.fromEntries(Object.entries(version).filter(([key]) => key !== 'schema'))
}
