import type { ClusterState } from '../../api/schema/cluster-fitout-schema.ts'
import { readInstant } from '../../plan/step-status.ts'
import type { NextAction, Why } from '../why.ts'
import { standingWords } from '../../words/standing-words.ts'
import { nameOf } from '../claim.ts'

/** What a reader sees around the cause. */
export interface Shown {
  /** `namespace/name` of the cluster. */
  readonly name: string
  /** What the cluster is, which may be another thing than its step. */
  readonly state?: ClusterState
  /** All steps of the cluster, in their order. */
  readonly steps?: readonly string[]
  /** Who it is that acts, if that is known. */
  readonly owner?: string
  /** Completes a command, so that it asks the same fleet when it is pasted. */
  readonly pasteable?: (command: string) => string
}

const REASON_COLUMN = 78

/** Writes a cause for people, as `fitout why` shows it. Ends with a line break. */
export function formatWhy(why: Why, shown: Shown): string {
  const { sentence, reason, sameCause } = why
  const { pasteable = command => command } = shown
  const others = sameCause === 1 ? '1 more cluster has' : `${sameCause} more clusters have`
  return [
    headOf(why, shown),
    `  ${sentence.padEnd(REASON_COLUMN - 2)}  ${reason}`,
    [
      ...evidenceOf(why),
      ...checkedOf(why),
      `  Owner: ${why.actor}${shown.owner === undefined ? '' : ` (${shown.owner})`}`,
    ].join('\n'),
    ...(why.next.length === 0 ? [] : [`  Next\n${why.next.map(actionOf).join('\n')}`]),
    ...(sameCause === 0 ? [] : [`${others} this cause: ${pasteable(`fitout status -q cause:${reason}`)}`]),
  ]
    .map(part => `${part}\n`)
    .join('\n')
}

function headOf(why: Why, { name, steps = [], state: whole = 'Ready' }: Shown): string {
  const { state, step, since, timeoutAt, readAt, reason } = why
  const [now = 0, start = 0, end] = [readInstant(readAt), readInstant(since), readInstant(timeoutAt)]
  // A step may be done while its cluster is paused, on its way out, or not to be read.
  const other = whole === 'Ready' ? 'not ready' : whole
  return standingWords({
    cluster: name,
    state: state === 'Ready' && reason !== 'Ready' ? other : state,
    step: step === '' ? undefined : step,
    steps,
    spentMs: now - start,
    timeoutMs: end === undefined ? undefined : end - start,
  })
}

function evidenceOf({ evidence }: Why): readonly string[] {
  if (evidence.length === 0) return []
  const rows = evidence.map(one => [nameOf(one.object), one.health ?? '-', one.line] as const)
  const [wide, healths] = [0, 1].map(column => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const line = (row: readonly [string, string, string], index: number) =>
    `    ${index + 1}  ${row[0].padEnd(wide ?? 0)}  ${row[1].padEnd(healths ?? 0)}  ${row[2]}`.trimEnd()
  return ['  Evidence', ...rows.map(line)]
}

function checkedOf({ ruledOut }: Why): readonly string[] {
  return ruledOut.length === 0 ? [] : [`  Checked, OK: ${ruledOut.join(', ')}`]
}

function actionOf({ text, command, patch, docs }: NextAction, index: number): string {
  const lines = [patch, command, docs].flatMap(part => part?.split('\n') ?? [])
  const first = `    ${index + 1}  ${text}${lines.length === 0 ? '' : ':'}`
  return [first, ...lines.map(line => `         ${line}`)].join('\n')
}
