import { apiGroup } from '../../object/api-group.ts'
import { parseCel, type CelExpression } from '../../cel/parse-cel.ts'
import type { ObjectPath } from '../../envsubst/object-path.ts'
import { findBuiltInKind } from '../../kinds/built-in-kinds.ts'
import { compileLabelSelector } from '../../labels/label-selector.ts'
import { SelectorError } from '../../labels/selector-error.ts'
import { formatSelector } from '../../labels/selector.ts'
import type { ProvenObject } from '../presets/preset.ts'
import { coveringKeys, queryFor, type QuerySelection } from '../read/query.ts'
import { type FilledName, fillName } from './fill-name.ts'
import type { ResolvedObject, ProofTarget } from './resolved-proof.ts'

/** An object of a proof, and where it stands in the Fitout. */
export interface PlacedObject {
  readonly object: ProvenObject
  readonly isEnough: boolean
  readonly path: ObjectPath
}

/** Makes an object of a proof ready to be judged; undefined, and reported, if it cannot be. */
export function resolveObject(placed: PlacedObject, filling: FilledName): ResolvedObject | undefined {
  const { cluster: on, apiVersion, kind } = placed.object
  const place = resolveNamespace(placed, filling)
  const target = resolveTarget(placed, filling)
  const current = resolveExpression(placed, 'current', filling)
  const failed = resolveExpression(placed, 'failed', filling)
  if (!place || !target || !current || !failed) return undefined
  const { namespace } = place
  const query = queryFor({ on, apiVersion, kind, namespace, select: selectionOf(target) })
  return {
    on,
    apiVersion,
    kind,
    namespace,
    target,
    query,
    current: current.expression,
    failed: failed.expression,
    keys: coveringKeys(query),
  }
}

function resolveNamespace(
  { object, path }: PlacedObject,
  filling: FilledName,
): { readonly namespace: string | undefined } | undefined {
  const { cluster: on, apiVersion, kind } = object
  const { variables, report } = filling
  const group = apiGroup(apiVersion)
  const scope = findBuiltInKind(group, kind)?.scope
  if (on === 'Management' && scope === 'Cluster') {
    report(
      'BAD_NAMESPACE',
      [...path, 'kind'],
      `must be a namespaced kind, unlike ${kind}: on the management cluster only the namespace of the Cluster is read`,
    )
    return undefined
  }
  if (on === 'Management') return { namespace: variables.CLUSTER_NAMESPACE }
  if (scope === 'Cluster' && object.namespace !== undefined) {
    report('BAD_NAMESPACE', [...path, 'namespace'], `must not be set: ${kind} is cluster-scoped`)
    return undefined
  }
  if (object.namespace === undefined) {
    if (scope !== 'Namespaced' || object.name === undefined) return { namespace: undefined }
    report('BAD_NAMESPACE', [...path, 'namespace'], `is required: ${kind} is namespaced`)
    return undefined
  }
  const namespace = fillName(
    { text: object.namespace, path: [...path, 'namespace'], use: 'namespace' },
    filling,
  )
  return namespace === undefined ? undefined : { namespace }
}

function resolveTarget(
  { object, isEnough, path }: PlacedObject,
  filling: FilledName,
): ProofTarget | undefined {
  if (object.name !== undefined) {
    const name = fillName({ text: object.name, path: [...path, 'name'], use: 'name' }, filling)
    return name === undefined ? undefined : { by: 'name', name }
  }
  try {
    const selector = compileLabelSelector(object.selector ?? {})
    return { by: 'labels', selector, text: formatSelector(selector), count: object.count ?? 1, isEnough }
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error
    filling.report('BAD_SELECTOR', [...path, 'selector'], error.message)
    return undefined
  }
}

function resolveExpression(
  { object, path }: PlacedObject,
  field: 'current' | 'failed',
  { report }: FilledName,
): { readonly expression: CelExpression | undefined } | undefined {
  const text = object[field]
  if (text === undefined) return { expression: undefined }
  const result = parseCel(text)
  if (result.ok) return { expression: result.expression }
  const { line, column, reason } = result.error
  report('BAD_EXPRESSION', [...path, field], `line ${line}, column ${column}: ${reason}`)
  return undefined
}

function selectionOf(target: ProofTarget): QuerySelection {
  if (target.by === 'name') return { by: 'names', names: [target.name] }
  return target.text === '' ? { by: 'all' } : { by: 'labels', labels: target.text }
}
