import { type CompatRow, compatMatrix } from './compat-matrix.ts'
import type { ClusterVersions } from './cluster-versions.ts'
import type { FactSource } from './component-facts.ts'
import { FACTS_AS_OF } from './facts/facts-by-component.ts'
import {
  type ClusterAnswer,
  type ClusterAnswerWord,
  type ClusterQuestion,
  type CompatReason,
  judgeCluster,
} from './judge-cluster.ts'
import { compareMinors, minorOf, minorsAfter } from './minor-releases.ts'
import type { CompatFinding } from './verdict.ts'

/** Which clusters of a fleet may go to a Kubernetes, and what holds the others. */
export interface CompatReport {
  /** The minor release that was asked for; undefined stands for the next one of each cluster. */
  readonly target: string | undefined
  readonly answers: readonly ClusterAnswer[]
  readonly counts: Readonly<Record<ClusterAnswerWord, number>>
  /** What is against it, the most frequent first. */
  readonly causes: readonly CompatCause[]
  /** The minor releases of the matrix, from old to new. */
  readonly minors: readonly string[]
  readonly rows: readonly CompatRow[]
  /** The end of support, each sentence once. */
  readonly warnings: readonly CompatFinding[]
  readonly factsAsOf: string
  /** What was read more than half a year ago. */
  readonly oldFacts: readonly OldFact[]
}

/** One reason, and the clusters that have it. */
export interface CompatCause extends CompatReason {
  /** Whether it is against the Kubernetes that the clusters have now, or one on their way, or not known. */
  readonly kind: 'now' | 'held' | 'unknown'
  /** By namespace and name. */
  readonly clusters: readonly ClusterVersions[]
}

/** A fact that may no longer be so. */
interface OldFact {
  readonly component: string
  readonly source: FactSource
}

/** How many minor releases a matrix has at most: more do not fit on a screen. */
const MOST_MINORS = 8

const HALF_A_YEAR_MS = 183 * 24 * 60 * 60 * 1000

/** Judges every cluster of a fleet. */
export function judgeFleet(clusters: readonly ClusterVersions[], question: ClusterQuestion): CompatReport {
  const answers = clusters.map(cluster => judgeCluster(cluster, question))
  const count = (word: ClusterAnswerWord) => answers.filter(({ answer }) => answer === word).length
  const minors = minorsOf(answers)
  const rows = compatMatrix(clusters, minors, question.facts)
  const warnings = [
    ...new Map(answers.flatMap(one => one.warnings.map(found => [found.sentence, found]))).values(),
  ]
  return {
    target: question.target,
    answers,
    counts: { held: count('held'), unknown: count('unknown'), fits: count('fits'), there: count('there') },
    causes: causesOf(answers),
    minors,
    rows,
    warnings: warnings.toSorted((a, b) => (a.sentence < b.sentence ? -1 : 1)),
    factsAsOf: FACTS_AS_OF,
    oldFacts: oldFactsOf(rows, question.now),
  }
}

function minorsOf(answers: readonly ClusterAnswer[]): readonly string[] {
  const found = answers.flatMap(({ cluster: { kubernetes }, target }) =>
    [kubernetes === undefined ? undefined : minorOf(kubernetes), target].filter(minor => minor !== undefined),
  )
  const sorted = found.toSorted(compareMinors)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  return [first, ...minorsAfter(first, last)].slice(-MOST_MINORS)
}

function causesOf(answers: readonly ClusterAnswer[]): readonly CompatCause[] {
  const causes = new Map<string, CompatCause & { readonly clusters: ClusterVersions[] }>()
  const add = (kind: CompatCause['kind'], reason: CompatReason, cluster: ClusterVersions) => {
    const key = `${kinds.indexOf(kind)}\n${reason.sentence}`
    const known = causes.get(key)
    if (!known) causes.set(key, { ...reason, kind, clusters: [cluster] })
    else if (known.clusters.at(-1) !== cluster) known.clusters.push(cluster)
    const places = known ? [...new Set([...known.places, ...reason.places])].toSorted() : undefined
    if (known && places && places.length > known.places.length) causes.set(key, { ...known, places })
  }
  for (const { cluster, now, holds, unknown } of answers) {
    for (const reason of now) add('now', reason, cluster)
    for (const reason of holds) add('held', reason, cluster)
    for (const reason of unknown) add('unknown', reason, cluster)
  }
  return [...causes]
    .toSorted(
      ([a, one], [b, other]) =>
        kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
        other.clusters.length - one.clusters.length ||
        (a < b ? -1 : 1),
    )
    .map(([, cause]) => cause)
}

const kinds: readonly CompatCause['kind'][] = ['now', 'held', 'unknown']

function oldFactsOf(rows: readonly CompatRow[], now: number): readonly OldFact[] {
  const old = new Map<string, OldFact>()
  for (const { component, cells } of rows) {
    for (const { source } of cells) {
      if (!source || now - Date.parse(`${source.asOf}T00:00:00Z`) <= HALF_A_YEAR_MS) continue
      old.set(`${component} ${source.asOf} ${source.url}`, { component, source })
    }
  }
  return [...old].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, fact]) => fact)
}
