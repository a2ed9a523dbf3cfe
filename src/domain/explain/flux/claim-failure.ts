import { type Claim, lineOf, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { CauseReason } from '../cause-reason.ts'
import type { Inquiry } from '../inquiry.ts'
import type { SeenCondition, SeenObject } from '../seen-object.ts'
import { commit, kubectlDescribe, refresh } from '../show/commands.ts'
import type { NextAction } from '../why.ts'
import type { FluxTable } from './flux-tables.ts'
import { blamedFor, fluxKindOf, knownOf } from './known-of.ts'
import { findReason } from './reasons/flux-reason.ts'
import { fill, innermost, type Meaning, readWords, type Values } from './words/flux-words.ts'

/** What an object of Flux says went wrong. */
export interface FluxFailure {
  readonly object: SeenObject
  readonly condition: SeenCondition
  /** What it is called if neither its reason nor its words are known. */
  readonly cause: CauseReason
  /** What comes after the advice. */
  readonly afterwards?: readonly NextAction[]
}

const MAX_SENTENCE = 140
// So much of the words is shown, and cut, if nothing fits.
const MIN_ROOM = 40
const MAX_LINE = 150

/**
 * Makes a claim of a failure, by what the words mean, or else by the reason, or else as it says itself.
 *
 * Undefined for a reason that means no failure.
 */
export function claimFailure(failure: FluxFailure, table: FluxTable, inquiry: Inquiry): Claim | undefined {
  const { object, condition, cause, afterwards = [] } = failure
  const reason = findReason(table.reasons, condition.reason)
  if (reason && reason.cause === undefined) return undefined
  const { facts } = inquiry
  const blamed = blamedFor(object, inquiry)
  const meaning = readWords(condition.message, table.words, fluxKindOf(blamed))
  const means = reason?.means ?? `reports ${condition.reason}`
  const known: Values = { ...knownOf(object, blamed, condition.message), cannot: means, ...meaning?.named }
  const isOfUser = meaning?.found.about === 'user'
  const own = nameOf(meaning ? blamed.ref : object.ref)
  const name = isOfUser ? (known['user'] ?? own) : own
  const words = meaning ? (meaning.named['problem'] ?? '') : condition.message
  const frame = meaning?.found.sentence ?? `${means}${condition.message === '' ? '' : ': {problem}'}`
  const taken = `${name} ${fill(frame, { ...known, problem: '' })}`.length
  const values = { ...known, problem: innermost(words, Math.max(MIN_ROOM, MAX_SENTENCE - taken)) }
  const patch = meaning?.found.patch
  const advice = meaning?.found.advice ?? reason?.advice ?? 'Read the conditions of {object}'
  const actor = meaning?.found.actor ?? (meaning?.found.reason ? undefined : reason?.actor)
  return {
    reason: meaning?.found.reason ?? reason?.cause ?? cause,
    ...(actor === undefined ? {} : { actor }),
    sentence: sentenceOf(`${name} ${tidy(fill(frame, values))}`),
    evidence: [
      lineOf(object, sayCondition({ ...condition, message: shown(condition.message, meaning) })),
      ...(blamed === object || isOfUser ? [] : [lineOf(blamed)]),
    ],
    next: [
      commit(tidy(fill(advice, values)), patch),
      ...afterwards,
      kubectlDescribe(object.ref, facts),
      refresh(facts),
    ],
  }
}

// A line has room for so much: the part that proves it.
function shown(message: string, meaning: Meaning | undefined): string {
  if (message.length <= MAX_LINE) return message
  return meaning && meaning.words.length > MAX_LINE ? meaning.words : innermost(message, MAX_LINE)
}

// What was not known left its place.
function tidy(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,;:])/g, '$1')
    .trim()
}
