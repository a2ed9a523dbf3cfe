import { isFields } from '../object/fields.ts'
import { isEqual } from '../object/is-equal.ts'
import { oncePerObject } from '../object/once-per-object.ts'
import { type ApiProblem } from './api-problem.ts'
import { describeIssue } from './describe-issue.ts'
import { fitoutProblems } from './rules/fitout-problems.ts'
import { type ClusterFitout, clusterFitoutSchema } from '../api/schema/cluster-fitout-schema.ts'
import { type Fitout, fitoutSchema } from '../api/schema/fitout-schema.ts'
import { unknownFields } from './unknown-fields.ts'

/** A Fitout that can be used, one that can only be looked at, or none at all. */
export type FitoutReading =
  | { readonly kind: 'valid'; readonly fitout: Fitout }
  /** The shape is right, so it can be said which gates it has; but nothing may be done with it. */
  | { readonly kind: 'invalid'; readonly fitout: Fitout; readonly problems: readonly ApiProblem[] }
  | { readonly kind: 'misshapen'; readonly problems: readonly ApiProblem[] }

/** Reads a Fitout from parsed YAML or JSON and fills in what was left out. Fields of later versions are let pass. */
export function readFitout(given: unknown): FitoutReading {
  return isFields(given) ? readFitoutOnce(given) : parseFitout(given)
}

// Every look at every cluster of a fleet asks for its plan.
const readFitoutOnce = oncePerObject(parseFitout)

function parseFitout(given: unknown): FitoutReading {
  const spec = isFields(given) && isFields(given['spec']) ? given['spec'] : undefined
  const known = spec && plans.get(spec)
  const around = known && aroundPlan.safeParse(given).data
  if (around) return judged({ ...around, spec: known.spec }, known.problems)
  const { data: fitout, error } = fitoutSchema.safeParse(given, { reportInput: true })
  if (error) return { kind: 'misshapen', problems: error.issues.map(describeIssue) }
  const problems = fitoutProblems(fitout)
  if (spec) plans.set(spec, { spec: fitout.spec, problems })
  return judged(fitout, problems)
}

// A status that is written again leaves the plan as it was, and all that was made from its steps.
const plans = new WeakMap<
  object,
  { readonly spec: Fitout['spec']; readonly problems: readonly ApiProblem[] }
>()
const aroundPlan = fitoutSchema.omit({ spec: true })

function judged(fitout: Fitout, problems: readonly ApiProblem[]): FitoutReading {
  return problems.length === 0 ? { kind: 'valid', fitout } : { kind: 'invalid', fitout, problems }
}

/** Lists all that is wrong with a Fitout, fields that are not in the schema included; none if it is right. */
export function lintFitout(given: unknown): readonly ApiProblem[] {
  const reading = readFitout(given)
  return [...(reading.kind === 'valid' ? [] : reading.problems), ...unknownFields(fitoutSchema, given)]
}

export type ClusterFitoutReading =
  | { readonly kind: 'valid'; readonly clusterFitout: ClusterFitout }
  | { readonly kind: 'misshapen'; readonly problems: readonly ApiProblem[] }

/** Reads a ClusterFitout from parsed YAML or JSON. */
export function readClusterFitout(given: unknown): ClusterFitoutReading {
  return isFields(given) ? readOnce(given) : parseClusterFitout(given)
}

// Every look at a cluster begins with what was said of it before.
const readOnce = oncePerObject(parseClusterFitout)

function parseClusterFitout(given: unknown): ClusterFitoutReading {
  const { data: clusterFitout, error } = clusterFitoutSchema.safeParse(given, { reportInput: true })
  if (error) return { kind: 'misshapen', problems: error.issues.map(describeIssue) }
  return { kind: 'valid', clusterFitout: { ...clusterFitout, ...statusOf(clusterFitout, given) } }
}

// What was read is remembered with what it was read from: a copy of each status would be most of a fleet's memory of them.
function statusOf({ status }: ClusterFitout, given: unknown): Pick<ClusterFitout, 'status'> {
  const raw = isFields(given) ? given['status'] : undefined
  if (status === undefined) return {}
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- just seen to be the same
  return { status: isEqual(status, raw) ? (raw as typeof status) : status }
}
