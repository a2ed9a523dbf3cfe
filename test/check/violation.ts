import type { Line } from './history/line.ts'

/** The rules that are checked over a history, by their short names. */
export const rules = {
  preconditions: 'every write names the object and the version that it was decided on',
  order: 'a gate opens only after every step before it was ready',
  latch: 'an open gate stays open as long as the plan has it',
  secrets: 'no value of a Secret is told to anybody',
  ownWrites: 'Fitout writes only what is its own, and never to a workload cluster',
  oneNamespace: 'nothing refers to another namespace',
  pause: 'a paused cluster is left alone',
  oneAddressee: 'what is handed over reaches one cluster',
  boundedWrites: 'fitting a cluster out takes a bounded number of writes',
  quiet: 'nothing to do means no write',
  noEcho: 'nothing is written again whose answer is there',
  truthfulReady: 'the condition Ready says what the state says, and Unknown of what is not known',
  oneEvent: 'one fact is told once',
  oneMessage: 'people are told a fact once',
  ownWords: 'what people read are words of Fitout',
  leastPrivilege: 'what Fitout may do is what it does',
} as const

export type Rule = keyof typeof rules

/** One breach of a rule, in one sentence that begins with who or what. */
export interface Violation {
  readonly rule: Rule
  /** The place in the history; absent for what is about all of it. */
  readonly seq?: number
  readonly t?: number
  readonly sentence: string
}

/** A breach by one line of the history. */
export function breach(rule: Rule, { seq, t }: Pick<Line, 'seq' | 't'>, sentence: string): Violation {
  return { rule, seq, t, sentence }
}
