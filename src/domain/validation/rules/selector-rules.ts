import type { ObjectPath } from '../../envsubst/object-path.ts'
import { labelKeyProblems, labelValueProblems } from '../../labels/label-key.ts'
import type { ApiProblem } from '../api-problem.ts'
import type { Fitout } from '../../api/schema/fitout-schema.ts'
import { placedSteps, problemAt } from './rule.ts'

type Selector = Fitout['spec']['clusterSelector']

const selectorPath = ['spec', 'clusterSelector'] as const

/** Selecting every cluster of a namespace is never what was meant. */
export function emptySelector({ spec }: Fitout): readonly ApiProblem[] {
  const isEmpty = selectedKeys(spec.clusterSelector).length === 0
  return problemAt(
    'EMPTY_SELECTOR',
    selectorPath,
    isEmpty ? 'must not be empty: it would select every cluster of the namespace' : undefined,
  )
}

/** Selectors of clusters and of proven objects must be such as Kubernetes takes. */
export function badSelector(fitout: Fitout): readonly ApiProblem[] {
  const objects = placedSteps(fitout).flatMap(({ step, path }) =>
    (step.proof.objects ?? []).map(({ selector }, index) => ({
      selector: selector ?? {},
      path: [...path, 'proof', 'objects', index, 'selector'],
    })),
  )
  return [{ selector: fitout.spec.clusterSelector, path: selectorPath }, ...objects].flatMap(
    ({ selector, path }) => selectorProblems(selector, path),
  )
}

/** The keys of all labels that a selector looks at. */
export function selectedKeys({ matchLabels = {}, matchExpressions = [] }: Selector): readonly string[] {
  return [...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)]
}

function selectorProblems(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  path: ObjectPath,
): readonly ApiProblem[] {
  const labels = Object.entries(matchLabels).flatMap(([key, value]) => {
    const at = [...path, 'matchLabels', key]
    return [...labelProblem(at, labelKeyProblems(key)), ...labelProblem(at, labelValueProblems(value))]
  })
  const expressions = matchExpressions.flatMap(({ key, operator, values = [] }, index) => {
    const at = [...path, 'matchExpressions', index]
    return [
      ...labelProblem([...at, 'key'], labelKeyProblems(key)),
      ...values.flatMap((value, number) =>
        labelProblem([...at, 'values', number], labelValueProblems(value)),
      ),
      ...problemAt('BAD_SELECTOR', [...at, 'values'], valuesProblem(operator, values.length)),
    ]
  })
  return [...labels, ...expressions]
}

function labelProblem(path: ObjectPath, problems: readonly string[]): readonly ApiProblem[] {
  return problems.map(message => ({ code: 'BAD_SELECTOR', path, message }))
}

function valuesProblem(operator: string, count: number): string | undefined {
  const wantsValues = operator === 'In' || operator === 'NotIn'
  if (wantsValues === count > 0) return undefined
  return wantsValues ? `must be given for ${operator}` : `must not be given for ${operator}`
}
