import { type ApiProblem } from './api-problem.ts'
import { describeIssue } from './describe-issue.ts'
import { fitoutProblems } from './rules/fitout-problems.ts'
import { type ClusterFitout, clusterFitoutSchema } from './schema/cluster-fitout-schema.ts'
import { type Fitout, fitoutSchema } from './schema/fitout-schema.ts'
import { unknownFields } from './unknown-fields.ts'

/** A Fitout that can be used, one that can only be looked at, or none at all. */
export type FitoutReading =
  | { readonly kind: 'valid'; readonly fitout: Fitout }
  /** The shape is right, so it can be said which gates it has; but nothing may be done with it. */
  | { readonly kind: 'invalid'; readonly fitout: Fitout; readonly problems: readonly ApiProblem[] }
  | { readonly kind: 'misshapen'; readonly problems: readonly ApiProblem[] }

/** Reads a Fitout from parsed YAML or JSON and fills in what was left out. Fields of later versions are let pass. */
export function readFitout(given: unknown): FitoutReading {
  const { data: fitout, error } = fitoutSchema.safeParse(given, { reportInput: true })
  if (error) return { kind: 'misshapen', problems: error.issues.map(describeIssue) }
  const problems = fitoutProblems(fitout)
  return problems.length === 0 ? { kind: 'valid', fitout } : { kind: 'invalid', fitout, problems }
}

/** Lists all that is wrong with a Fitout, fields that nobody would read included; none if it is right. */
export function lintFitout(given: unknown): readonly ApiProblem[] {
  const reading = readFitout(given)
  return [...(reading.kind === 'valid' ? [] : reading.problems), ...unknownFields(fitoutSchema, given)]
}

export type ClusterFitoutReading =
  | { readonly kind: 'valid'; readonly clusterFitout: ClusterFitout }
  | { readonly kind: 'misshapen'; readonly problems: readonly ApiProblem[] }

/** Reads a ClusterFitout from parsed YAML or JSON. */
export function readClusterFitout(given: unknown): ClusterFitoutReading {
  const { data: clusterFitout, error } = clusterFitoutSchema.safeParse(given, { reportInput: true })
  if (error) return { kind: 'misshapen', problems: error.issues.map(describeIssue) }
  return { kind: 'valid', clusterFitout }
}
