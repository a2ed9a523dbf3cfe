import type { FieldProblem } from '../../labels/validate-label-selector.ts'
import { isFields } from '../field-reader.ts'

/** Lists what the webhook of Cluster API refuses about a changed spec of a ClusterResourceSetBinding: another cluster. */
export function bindingProblems(spec: unknown, old: unknown): readonly FieldProblem[] {
  const before = clusterName(old)
  if (before === '' || before === clusterName(spec)) return []
  return [{ path: 'spec.clusterName', problem: 'Invalid value: field is immutable' }]
}

function clusterName(spec: unknown): string {
  const name = isFields(spec) ? spec['clusterName'] : undefined
  return typeof name === 'string' ? name : ''
}
