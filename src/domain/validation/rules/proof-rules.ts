import { parseCel } from '../../cel/parse-cel.ts'
import { resolveProof } from '../../proof/resolve/resolve-proof.ts'
import type { ApiProblem } from '../api-problem.ts'
import type { Fitout } from '../../api/schema/fitout-schema.ts'
import { placedSteps, problemAt } from './rule.ts'

/** A step whose proof looks at nothing would be ready at once. */
export function nothingProven(fitout: Fitout): readonly ApiProblem[] {
  return placedSteps(fitout).flatMap(({ step: { proof }, path }) => {
    const looksAtNothing = proof.preset === undefined && (proof.objects ?? []).length === 0
    return problemAt(
      'NOTHING_PROVEN',
      [...path, 'proof'],
      looksAtNothing ? 'must have a preset or at least one object' : undefined,
    )
  })
}

/** Settings without a preset set nothing. */
export function withWithoutPreset(fitout: Fitout): readonly ApiProblem[] {
  return placedSteps(fitout).flatMap(({ step: { proof }, path }) => {
    const isAlone = proof.with !== undefined && proof.preset === undefined
    return problemAt(
      'WITH_WITHOUT_PRESET',
      [...path, 'proof', 'with'],
      isAlone ? 'is only for a preset' : undefined,
    )
  })
}

/** It must be clear which objects are meant, and in whose namespace. */
export function unclearObject(fitout: Fitout): readonly ApiProblem[] {
  return objects(fitout).flatMap(({ object, path }) => [
    ...problemAt(
      'NAME_OR_SELECTOR',
      path,
      (object.name === undefined) === (object.selector === undefined)
        ? 'either name or selector must be given'
        : undefined,
    ),
    ...problemAt(
      'COUNT_WITHOUT_SELECTOR',
      [...path, 'count'],
      object.count !== undefined && object.selector === undefined ? 'is only for a selector' : undefined,
    ),
    ...problemAt(
      'NAMESPACE_ON_MANAGEMENT',
      [...path, 'namespace'],
      object.cluster === 'Management' && object.namespace !== undefined
        ? 'must not be given on the management cluster: it is that of the Cluster'
        : undefined,
    ),
  ])
}

/** An expression that cannot be read would hold the step for ever. */
export function badExpression(fitout: Fitout): readonly ApiProblem[] {
  return objects(fitout).flatMap(({ object, path }) =>
    (['current', 'failed'] as const).flatMap(field => {
      const text = object[field]
      const result = text === undefined ? undefined : parseCel(text)
      if (!result || result.ok) return []
      const { line, column, reason } = result.error
      return problemAt('BAD_EXPRESSION', [...path, field], `line ${line}, column ${column}: ${reason}`)
    }),
  )
}

// Any cluster will do: what is wrong with a proof is wrong for all of them.
const variables = { CLUSTER_NAME: 'name', CLUSTER_NAMESPACE: 'namespace' }

/** Settings that a preset does not have, or an object that cannot be found, would only be told when the gate is open. */
export function unusableProof(fitout: Fitout): readonly ApiProblem[] {
  return placedSteps(fitout).flatMap(({ step, path }) => {
    const resolution = resolveProof(step.proof, { variables, path: [...path, 'proof'] })
    return resolution.ok ? [] : resolution.problems
  })
}

function objects(fitout: Fitout) {
  return placedSteps(fitout).flatMap(({ step, path }) =>
    (step.proof.objects ?? []).map((object, index) => ({
      object,
      path: [...path, 'proof', 'objects', index],
    })),
  )
}
