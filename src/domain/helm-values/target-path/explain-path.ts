import { targetPathViolation } from '../values-from/validate-values-reference.ts'
import type { PathAdvice } from './advice.ts'
import type { PathFinding } from './path-finding.ts'
import { repairPath } from './repair-path.ts'
import type { SetValue, TargetPathOutcome } from './run-target-path.ts'

/** What there is to say about a path, and the path that was most likely meant, if it is another one. */
export interface PathExplanation {
  readonly findings: readonly PathFinding[]
  readonly meant: string | undefined
}

/** Says what a path does that its writer may not expect, and how it was most likely meant. */
export function explainPath(path: string, outcome: TargetPathOutcome): PathExplanation {
  const repairs = repairPath(path)
  const meant = repairs.at(-1)?.path
  const advice = pathAdvice(meant)
  const repaired = repairs.map(({ finding }) => ({ ...finding, advice }))
  const findings = [...repaired, refusedByApi(path, advice), droppedBackslash(path), ...fromOutcome(outcome)]
  return { findings: findings.filter(finding => finding !== undefined), meant }
}

// A key that a targetPath cannot have, say with a space in it, can still be a key of a document.
function pathAdvice(meant: string | undefined): readonly PathAdvice[] {
  if (meant === undefined || targetPathViolation(meant)) return [{ code: 'VALUES_YAML' }]
  return [{ code: 'CHANGE_PATH', path: meant }]
}

function refusedByApi(path: string, advice: readonly PathAdvice[]): PathFinding | undefined {
  const violation = targetPathViolation(path)
  if (!violation) return undefined
  const message = `the API server rejects this targetPath: it ${violation.message}`
  return { code: 'REFUSED_BY_API', level: 'wrong', message, advice }
}

function droppedBackslash(path: string): PathFinding | undefined {
  if (!/\\[^\\.,=[]/.test(path.replaceAll('\\\\', ''))) return undefined
  const message = 'a backslash before anything but a dot is dropped'
  return { code: 'DROPPED_BACKSLASH', level: 'note', message, advice: [] }
}

const valuesYaml: PathAdvice = { code: 'VALUES_YAML' }

function fromOutcome(outcome: TargetPathOutcome): readonly (PathFinding | undefined)[] {
  const [first] = outcome.kind === 'set' ? outcome.set : []
  return first ? [replacesList(first), fillsWithNull(first), losesToInline(first)] : []
}

function replacesList({ makesList }: SetValue): PathFinding | undefined {
  if (!makesList) return undefined
  const message = 'the index makes a new list, which replaces that of the chart as a whole'
  return { code: 'REPLACES_LIST', level: 'risk', message, advice: [valuesYaml] }
}

function fillsWithNull({ nullsBefore }: SetValue): PathFinding | undefined {
  if (nullsBefore === 0) return undefined
  const message = `the index is beyond the end of the list, and the gap is filled with null, items: ${nullsBefore}`
  return { code: 'FILLS_WITH_NULL', items: nullsBefore, level: 'risk', message, advice: [valuesYaml] }
}

function losesToInline({ losesToInline }: SetValue): PathFinding | undefined {
  if (!losesToInline) return undefined
  const message = 'spec.values has a value there, which wins: Flux merges spec.values last'
  return { code: 'LOSES_TO_INLINE', level: 'wrong', message, advice: [{ code: 'REMOVE_INLINE' }] }
}
