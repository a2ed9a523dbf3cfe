import { formatPath } from '../../envsubst/object-path.ts'
import type { ApiProblem } from '../api-problem.ts'
import type { Fitout } from '../../api/schema/fitout-schema.ts'
import { badGate, duplicateGate, gateInSelector, reservedGate } from './gate-rules.ts'
import { badDefault, badKey, badPath, duplicateKey } from './hand-over-rules.ts'
import { badName } from './name-rules.ts'
import { cycle, duplicateStep, needsItself, unknownNeed } from './order-rules.ts'
import {
  badExpression,
  nothingProven,
  unclearObject,
  unusableProof,
  withWithoutPreset,
} from './proof-rules.ts'
import type { Rule } from './rule.ts'
import { badSelector, emptySelector } from './selector-rules.ts'
import { badDuration, badVersion } from './text-rules.ts'

// The first problem is the one that a status shows, so what decides over whole clusters comes before single fields.
const rules: readonly Rule[] = [
  emptySelector,
  badSelector,
  duplicateStep,
  needsItself,
  unknownNeed,
  cycle,
  badGate,
  reservedGate,
  duplicateGate,
  gateInSelector,
  badName,
  badKey,
  badPath,
  badDefault,
  duplicateKey,
  nothingProven,
  withWithoutPreset,
  unclearObject,
  badExpression,
  badDuration,
  badVersion,
]

/** Lists what is wrong with a Fitout of the right shape; none if it can be used. */
export function fitoutProblems(fitout: Fitout): readonly ApiProblem[] {
  const problems = rules.flatMap(rule => rule(fitout))
  const places = new Set(problems.map(({ path }) => formatPath(path)))
  // Of a field about which something was said already, once is enough.
  return [...problems, ...unusableProof(fitout).filter(({ path }) => !places.has(formatPath(path)))]
}
