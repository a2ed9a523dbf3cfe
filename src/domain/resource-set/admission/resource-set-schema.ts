import { readLabelSelector } from '../../labels/label-selector.ts'
import { SelectorError } from '../../labels/selector-error.ts'
import type { FieldProblem } from '../../labels/validate-label-selector.ts'
import { isFields } from '../../object/fields.ts'

/** A ClusterResourceSet lists no more sources than this, and its binding holds no more entries of it. @internal */
export const MAX_RESOURCES = 100

const MAX_NAME_LENGTH = 253

/** Lists what the schema of ClusterResourceSet (v1beta2) refuses about a spec. The same source may be listed twice. */
export function schemaProblems(spec: unknown): readonly FieldProblem[] {
  if (!isFields(spec)) return [{ path: 'spec', problem: 'Required value' }]
  return [
    ...selectorProblems(spec['clusterSelector']),
    ...resourcesProblems(spec['resources']),
    ...enumProblems(spec['strategy'], 'spec.strategy', ['ApplyOnce', 'Reconcile']),
  ]
}

function selectorProblems(selector: unknown): readonly FieldProblem[] {
  const path = 'spec.clusterSelector'
  if (selector === undefined || selector === null) return [{ path, problem: 'Required value' }]
  try {
    readLabelSelector(selector)
    return []
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error
    return [{ path, problem: `Invalid value: ${error.message}` }]
  }
}

function resourcesProblems(resources: unknown): readonly FieldProblem[] {
  const path = 'spec.resources'
  if (resources === undefined || resources === null) return [{ path, problem: 'Required value' }]
  if (!Array.isArray(resources)) return [{ path, problem: 'Invalid value: must be a list' }]
  if (resources.length === 0) return [{ path, problem: 'Invalid value: should have at least 1 items' }]
  if (resources.length > MAX_RESOURCES) {
    return [{ path, problem: `Too many: ${resources.length}: must have at most ${MAX_RESOURCES} items` }]
  }
  return resources.flatMap((entry: unknown, index) => refProblems(entry, `${path}[${index}]`))
}

function refProblems(entry: unknown, path: string): readonly FieldProblem[] {
  if (!isFields(entry)) return [{ path, problem: 'Invalid value: must be an object' }]
  const { kind, name } = entry
  return [...requiredKindProblems(kind, `${path}.kind`), ...nameProblems(name, `${path}.name`)]
}

function requiredKindProblems(kind: unknown, path: string): readonly FieldProblem[] {
  if (kind === undefined || kind === null) return [{ path, problem: 'Required value' }]
  return enumProblems(kind, path, ['Secret', 'ConfigMap'])
}

function nameProblems(name: unknown, path: string): readonly FieldProblem[] {
  if (name === undefined || name === null) return [{ path, problem: 'Required value' }]
  if (typeof name !== 'string') return [{ path, problem: 'Invalid value: must be a string' }]
  if (name === '') return [{ path, problem: 'Invalid value: should be at least 1 chars long' }]
  // Names are ASCII, so that letters, bytes and units come to the same.
  if (name.length <= MAX_NAME_LENGTH) return []
  return [{ path, problem: `Too long: may not be more than ${MAX_NAME_LENGTH} bytes` }]
}

function enumProblems(value: unknown, path: string, allowed: readonly string[]): readonly FieldProblem[] {
  if (value === undefined || allowed.some(word => word === value)) return []
  const words = allowed.map(word => `"${word}"`).join(', ')
  return [{ path, problem: `Unsupported value: supported values: ${words}` }]
}
