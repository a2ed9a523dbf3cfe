import type { CaseResult } from './case.ts'

/** What a campaign comes to. */
export interface Summary {
  readonly mutations: number
  readonly refused: number
  readonly harmless: number
  readonly errors: number
  readonly told: number
  readonly lies: number
  readonly right: number
  readonly near: number
  readonly wrong: number
  readonly falsehoods: number
  readonly commands: number
  readonly failing: number
  readonly misnamed: number
  readonly withFix: number
  readonly fixed: number
  readonly whyMedianMs: number
  readonly longestLieMs: number
}

/** Counts the results. */
export function summarise(results: readonly CaseResult[]): Summary {
  const of = (kind: CaseResult['kind']) => results.filter(one => one.kind === kind).length
  const verdicts = (verdict: CaseResult['verdict']) => results.filter(one => one.verdict === verdict).length
  const commands = results.flatMap(one => one.commands)
  const times = results.flatMap(one => one.whyMs ?? []).toSorted((a, b) => a - b)
  return {
    mutations: results.length,
    refused: of('refused'),
    harmless: of('harmless'),
    errors: of('error'),
    told: of('told'),
    lies: of('lie'),
    right: verdicts('right'),
    near: verdicts('near'),
    wrong: verdicts('wrong'),
    falsehoods: results.filter(one => one.falsehoods.length > 0).length,
    commands: commands.length,
    failing: commands.filter(one => one.failure !== undefined).length,
    misnamed: commands.filter(one => one.isMisnamed).length,
    withFix: results.filter(one => one.isFixed !== undefined).length,
    fixed: results.filter(one => one.isFixed === true).length,
    whyMedianMs: Math.round(times[Math.floor(times.length / 2)] ?? 0),
    longestLieMs: Math.round(Math.max(0, ...results.map(one => one.lieMs))),
  }
}

/** One line for a mutation, as it happens. */
export function lineOf({
  id,
  base,
  mutation,
  kind,
  verdict,
  answer,
  whyMs,
  isFixed,
  falsehoods,
  commands,
  note,
}: CaseResult): string {
  const misnamed = commands.filter(one => one.isMisnamed).length
  const words = [
    `${id} ${base}: ${mutation}: ${kind === 'told' ? (verdict ?? '') : kind}`,
    ...(answer ? [`${answer.reason}: ${answer.sentence}`] : []),
    ...(whyMs === undefined ? [] : [`${Math.round(whyMs)} ms`]),
    ...(isFixed === undefined ? [] : [isFixed ? 'fixed' : 'not fixed']),
    ...(misnamed > 0 ? [`${misnamed} misnamed commands`] : []),
    ...falsehoods.map(one => `FALSE: ${one}`),
    ...(note === undefined ? [] : [note.slice(0, 200)]),
  ]
  return words.join('; ')
}
