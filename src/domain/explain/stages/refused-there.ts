import { type Claim, lineAbout, lineOfAbsent, nameOf, sentenceOf } from '../claim.ts'
import type { ExplainFacts } from '../explain-facts.ts'
import type { Inquiry } from '../inquiry.ts'
import { namespaceRef, type SeenRef, type SeenObject } from '../seen-object.ts'
import { claimRefusal } from '../refusal/claim-refusal.ts'
import type { Advice } from '../show/advice.ts'
import { act, commit, deliverNow, kubectlDescribe } from '../show/commands.ts'
import { shellWord } from '../show/shell-word.ts'
import type { EvidenceLine } from '../why.ts'
import { stepAsked } from './step-asked.ts'
import { type RefusedObject, refusedIn, type SetWords, setWordsOf } from './set-words.ts'

/** A ClusterResourceSet of which something is not on a cluster. */
export interface RefusedSet {
  readonly ref: SeenRef
  /** What holds the manifests, in words: a source of the set, or the hand-over of a step. */
  readonly source: string
  /** Whether it selects this cluster only, so that its words are about no other. */
  readonly isOwn: boolean
}

/**
 * Makes a claim of what a ClusterResourceSet says about the objects that a workload cluster did not take.
 *
 * Its words may be about another cluster. What this cluster shows as well is its cause; the rest is told as what the set
 * says of at least one.
 */
export function refusedThere(given: RefusedSet, inquiry: Inquiry): Claim | undefined {
  const set = inquiry.find(given.ref)
  const said = typeof set === 'string' ? undefined : setWordsOf(set)
  if (typeof set === 'string' || said?.reason !== 'ApplyFailed') return undefined
  const refused = refusedIn(said.words)
  const shown = refused ? shownHere(refused, inquiry) : []
  const isHere = given.isOwn || shown.length > 0
  const known = claimRefusal(
    {
      words: refused?.words ?? said.words,
      about: { ...given.ref, on: 'Workload' },
      home: given.ref,
      ...(refused ? { refused: refused.object } : {}),
      line: words => lineAbout(given.ref, words),
    },
    inquiry,
  )
  if (known && (isHere || known.evidence.length > 1)) {
    return {
      ...known,
      evidence: [...known.evidence, ...shown],
      next: [...known.next, ...(known.next.some(isChange) ? tryNow(given, inquiry.facts) : [])],
    }
  }
  return inItsWords({ ...given, said, refused, shown, isHere, set }, inquiry.facts)
}

// What is committed makes Cluster API try by itself; what is changed on the cluster does not.
function isChange({ command, changes }: Advice): boolean {
  return command !== undefined && changes !== undefined
}

// The set of a hand-over belongs to no step that can be asked for again.
function tryNow({ isOwn }: RefusedSet, facts: ExplainFacts): readonly Advice[] {
  const step = isOwn ? undefined : stepAsked(facts)
  return step ? [deliverNow(facts, step.name)] : []
}

// What was to be made and is not there; or the namespace that it was to go to.
function shownHere({ object, doing, complaint }: RefusedObject, inquiry: Inquiry): readonly EvidenceLine[] {
  const namespace = missingNamespace(complaint)
  const lines = namespace === undefined ? [object] : [namespaceRef('Workload', namespace), object]
  if (doing === 'patching') return []
  return lines.filter(ref => inquiry.find(ref) === 'absent').map(lineOfAbsent)
}

interface Told extends RefusedSet {
  readonly said: SetWords
  readonly refused: RefusedObject | undefined
  readonly shown: readonly EvidenceLine[]
  readonly isHere: boolean
  readonly set: SeenObject
}

function inItsWords(told: Told, facts: ExplainFacts): Claim {
  const { ref, said, refused, shown, isHere } = told
  const complaint = refused?.complaint ?? said.words
  return {
    reason: 'ResourceSetApplyFailed',
    actor: passing.test(complaint) ? 'Operator' : 'Git',
    sentence: sentenceOf(
      isHere
        ? refusalOf(refused, complaint)
        : `${ref.kind} "${ref.name}" reports for at least one cluster: ${refused ? `${nameOf(refused.object)}: ` : ''}${complaint}`,
    ),
    evidence: [lineAbout(ref, refused ? `${nameOf(refused.object)}: ${complaint}` : complaint), ...shown],
    next: [...adviceFor(told, complaint, facts), kubectlDescribe(ref, facts)],
  }
}

// What an API server or the way to it says when it is busy or away, and not of the object.
const passing =
  /timeout|timed out|deadline exceeded|connection|EOF|unavailable|too many requests|Internal error/i

function refusalOf(refused: RefusedObject | undefined, complaint: string): string {
  if (!refused) return `The cluster rejects an object: ${complaint}`
  const namespace = missingNamespace(complaint)
  return namespace === undefined
    ? `The cluster rejects ${nameOf(refused.object)}: ${complaint}`
    : `Namespace "${namespace}", which ${nameOf(refused.object)} needs, does not exist on the cluster`
}

function adviceFor(told: Told, complaint: string, facts: ExplainFacts): readonly Advice[] {
  const { source, refused, isHere } = told
  const namespace = missingNamespace(complaint)
  if (namespace !== undefined) {
    const text = `create Namespace "${namespace}" now; Cluster API retries by itself`
    return [
      commit(
        `Deliver Namespace "${namespace}" in ${source} or an earlier step, or correct the namespace of ${refused ? nameOf(refused.object) : 'the object'}`,
      ),
      ...(isHere
        ? [
            act(`Or ${text}`, namespaceRef('Workload', namespace), {
              facts,
              verb: `create namespace ${shellWord(namespace)}`,
              needs: 'absent',
            }),
            ...tryNow(told, facts),
          ]
        : []),
    ]
  }
  if (passing.test(complaint)) {
    return [{ text: 'Check the API server of the cluster; Cluster API keeps retrying' }]
  }
  const what = refused ? nameOf(refused.object) : 'the object'
  return [commit(`Correct ${what} in ${source}; Cluster API retries by itself`)]
}

function missingNamespace(complaint: string): string | undefined {
  return /^namespaces "([a-z0-9-]{1,63})" not found/.exec(complaint)?.[1]
}
