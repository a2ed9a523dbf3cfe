import { qualifiedName } from '../object/qualified-name.ts'
import { shellWord } from '../explain/show/shell-word.ts'
import { digestOf, type NotificationFact } from './fact.ts'

/** One message about one fact of one cluster, or about the same of many. */
export interface Notification {
  /** That of its fact; of many, the same for the same ones. */
  readonly key: string
  readonly kind: NotificationFact['kind']
  /** For people: a sentence, perhaps some lines, and what to do next. */
  readonly message: string
  readonly next: string | undefined
  /** By namespace and name of the cluster. At least one. */
  readonly facts: readonly [NotificationFact, ...NotificationFact[]]
}

const SENTENCES = 3
const NAMES = 20

/** Facts with the same group are reported together: the same cause at the same step, for clusters of one Fitout. */
export function groupOf({ kind, cluster, fitout, reason, step }: NotificationFact): string {
  return [kind, cluster.namespace, fitout.name, reason, step].join(' ')
}

/** What is said about the facts of one group. */
export function notificationOf(facts: Notification['facts']): Notification {
  const [head, ...tail] = facts.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const sorted: Notification['facts'] = [head ?? facts[0], ...tail]
  const next = tail.length === 0 ? nextOfOne(sorted[0]) : nextOfMany(sorted[0])
  const lines = tail.length === 0 ? [sentenceOf(sorted[0])] : linesOf(sorted)
  return {
    key: tail.length === 0 ? sorted[0].key : digestOf(sorted.map(({ key }) => key)),
    kind: sorted[0].kind,
    message: [...lines, ...(next === undefined ? [] : [`Next: ${next}`])].join('\n'),
    next,
    facts: sorted,
  }
}

function nameOf({ cluster }: NotificationFact): string {
  return qualifiedName(cluster)
}

function sentenceOf(fact: NotificationFact): string {
  if (fact.kind === 'ready') return `Cluster ${nameOf(fact)} is Ready`
  return `Cluster ${nameOf(fact)} is ${fact.state}${atStep(fact)}: ${fact.sentence}`
}

function atStep({ step }: NotificationFact): string {
  return step === '' ? '' : ` at step ${step}`
}

function linesOf(facts: Notification['facts']): readonly string[] {
  const [first] = facts
  const whose = `${facts.length} clusters of Fitout ${first.cluster.namespace}/${first.fitout.name}`
  if (first.kind === 'ready') return [`${whose} are Ready: ${namesOf(facts)}`]
  const shown = facts.slice(0, SENTENCES).map(fact => `${nameOf(fact)}: ${fact.sentence}`)
  const rest = facts.slice(SENTENCES)
  const others = rest.length === 0 ? [] : [`And ${rest.length} more: ${namesOf(rest)}`]
  return [`${whose} are not ready${atStep(first)}: ${first.reason}`, ...shown, ...others]
}

function namesOf(facts: readonly NotificationFact[]): string {
  const names = facts.slice(0, NAMES).map(nameOf).join(', ')
  return facts.length > NAMES ? `${names}, …` : names
}

function nextOfOne(fact: NotificationFact): string | undefined {
  if (fact.kind === 'ready') return undefined
  return fact.next ?? `fitout why ${shellWord(nameOf(fact))}`
}

function nextOfMany({ kind, cluster, fitout, reason }: NotificationFact): string | undefined {
  if (kind === 'ready') return undefined
  return `fitout status -q ${shellWord(`fitout:${cluster.namespace}/${fitout.name} cause:${reason}`)}`
}
