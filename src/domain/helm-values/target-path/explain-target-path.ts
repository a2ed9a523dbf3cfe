import type { HelmValue, HelmValues } from '../copy-values.ts'
import { MAX_LINE_LENGTH, MAX_PATH_LENGTH, quoted } from '../set-line/fault-words.ts'
import { explainPath } from './explain-path.ts'
import { explainValue } from './explain-value.ts'
import type { PathFinding } from './path-finding.ts'
import { unescaped } from './set-at-target-path.ts'
import { runTargetPath, type SetValue, type TargetPathOutcome } from './run-target-path.ts'
import type { ValueFinding } from './value-finding.ts'

/** What a targetPath does, what was most likely meant, and what becomes of the value. */
export interface TargetPathExplanation {
  readonly outcome: TargetPathOutcome
  /** The path that was most likely meant; undefined if it is the one that was given. */
  readonly meant: string | undefined
  readonly findings: readonly (PathFinding | ValueFinding)[]
  /** All that matters in one line, without the value. */
  readonly sentence: string
}

/** What is known beside the path and the value. */
export interface ExplainOptions {
  readonly literal?: boolean | undefined
  /** `spec.values` of the HelmRelease: the path may meet what is there. */
  readonly values?: HelmValues | undefined
}

/** Stands for a value that is not known. */
const UNKNOWN_VALUE = '<value>'

/** Explains a targetPath of Flux. Without a value, say of a Secret that is made elsewhere, only the path is explained. */
export function explainTargetPath(
  path: string,
  value: string | undefined,
  { literal, values }: ExplainOptions = {},
): TargetPathExplanation {
  const target =
    value === undefined ? { path, value: UNKNOWN_VALUE, literal: true } : { path, value, literal }
  const outcome = runTargetPath(target, values)
  if (outcome.kind === 'no-path') return { outcome, meant: undefined, findings: [], sentence: noPath }

  // Of what is too long the beginning is explained: to look at all of it would take too long as well.
  const { findings, meant } = explainPath(path.slice(0, MAX_PATH_LENGTH), outcome)
  const shown = { ...target, value: target.value.slice(0, MAX_LINE_LENGTH) }
  const all = value === undefined ? findings : [...findings, ...explainValue(shown)]
  const worst = all.find(({ level }) => level === 'wrong') ?? all.find(({ level }) => level === 'risk')
  const sentence = [
    `targetPath ${quoted(path)} ${outcomeWords(outcome, path, value === undefined ? unknownType : typeWords)}`,
    ...(worst ? [worst.message] : []),
    ...(meant === undefined ? [] : [`most likely meant: ${meant}`]),
  ].join('; ')
  return { outcome, meant, findings: all, sentence }
}

const noPath = 'without a targetPath the value is read as YAML and merged at the top'

function outcomeWords(
  outcome: TargetPathOutcome,
  path: string,
  typeOf: (value: HelmValue) => string,
): string {
  if (outcome.kind === 'fails') return `fails: ${outcome.error.reason}`
  const [first, ...more] = outcome.kind === 'set' ? outcome.set : []
  if (!first) return 'sets nothing'
  const words = `sets ${stepWords(first, path)} to ${typeOf(first.value)}`
  // What else is set comes out of the value, which may be a secret.
  return more.length > 0 ? `${words}, and further assignments: ${more.length}` : words
}

// A path that is very wrong makes keys of the value: only what stands in the path itself may be reported.
function stepWords({ steps }: SetValue, path: string): string {
  const known = unescaped(path)
  return steps
    .map(step => (typeof step === 'number' ? `[${step}]` : known.includes(step) ? step : '…'))
    .join(' → ')
}

function unknownType(): string {
  return 'the value'
}

function typeWords(value: HelmValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'a boolean'
  return typeof value === 'object' ? 'a list' : 'an integer'
}
